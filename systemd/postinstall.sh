#!/bin/sh
# After the Debian package is unpacked: make the user, read the rules, start.
set -e
systemd-sysusers /usr/lib/sysusers.d/stonehand.conf
# The settings are no file of the package's: dpkg would ask at every upgrade which ones to take.
settings=/etc/stonehand/stonehand.toml
test -e $settings || install -m 640 $settings.example $settings
# What an operator has disabled or masked stays so.
for unit in stonehand.service stonehand-update.path; do
	if [ ! -e /run/${unit%.service}.disabled ] && deb-systemd-helper --quiet was-enabled $unit; then
		deb-systemd-helper enable $unit >/dev/null || true
	else
		deb-systemd-helper update-state $unit >/dev/null || true
	fi
done
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	if command -v udevadm >/dev/null; then # a container has no devices to manage
		udevadm control --reload || true
		udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=spidev --subsystem-match=i2c-dev || true
	fi
	# Units that do not start leave the package installed all the same. An upgrade does not start a
	# daemon that was stopped: hands may be at its arm.
	if [ -e /run/stonehand.new ] && systemctl --quiet is-enabled stonehand.service; then
		systemctl --no-block start stonehand.service || true
	else
		systemctl --no-block try-restart stonehand.service || true
	fi
	if systemctl --quiet is-enabled stonehand-update.path; then
		systemctl --no-block start stonehand-update.path || true
	fi
fi
rm -f /run/stonehand.new /run/stonehand.disabled
