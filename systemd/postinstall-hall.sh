#!/bin/sh
# After the hall's Debian package is unpacked: make the user, start.
set -e
systemd-sysusers /usr/lib/sysusers.d/stonehand-hall.conf
# A hall that an operator has disabled or masked stays so.
if [ ! -e /run/stonehand-hall.disabled ] && deb-systemd-helper --quiet was-enabled stonehand-hall.service; then
	deb-systemd-helper enable stonehand-hall.service >/dev/null || true
else
	deb-systemd-helper update-state stonehand-hall.service >/dev/null || true
fi
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	# A hall with outside servers is not ready before these are, and one with wrong flags never is:
	# neither is to hold up dpkg. An upgrade does not start a hall that was stopped.
	if [ -e /run/stonehand-hall.new ] && systemctl --quiet is-enabled stonehand-hall.service; then
		systemctl --no-block start stonehand-hall.service || true
	else
		systemctl --no-block try-restart stonehand-hall.service || true
	fi
fi
rm -f /run/stonehand-hall.new /run/stonehand-hall.disabled
