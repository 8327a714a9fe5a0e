#!/bin/sh
# After the hall's Debian package is unpacked: make the user, start.
set -e
systemd-sysusers /usr/lib/sysusers.d/stonehand-hall.conf
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl enable stonehand-hall.service
	systemctl restart stonehand-hall.service
fi
