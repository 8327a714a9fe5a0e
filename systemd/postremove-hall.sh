#!/bin/sh
# After the hall's Debian package's files have gone. What the hall knows stays.
set -e
if [ "$1" = purge ]; then
	deb-systemd-helper purge stonehand-hall.service >/dev/null
fi
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
fi
