#!/bin/sh
# After the Debian package is unpacked: make the user, read the rules, start.
set -e
systemd-sysusers /usr/lib/sysusers.d/stonehand.conf
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	if command -v udevadm >/dev/null; then
		udevadm control --reload
		udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=spidev --subsystem-match=i2c-dev
	fi
	systemctl enable stonehand.service
	systemctl enable --now stonehand-update.path
	systemctl restart stonehand.service
fi
