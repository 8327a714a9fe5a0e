#!/bin/sh
# After the Debian package's files have gone. Games stay; the settings go when it is purged.
set -e
case "$1" in
remove)
	rm -f /usr/bin/stonehand.previous # of an update by a hall
	;;
purge)
	deb-systemd-helper purge stonehand.service stonehand-update.path >/dev/null
	rm -f /etc/stonehand/stonehand.toml
	if [ -d /etc/stonehand ]; then
		rmdir --ignore-fail-on-non-empty /etc/stonehand
	fi
	;;
esac
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
fi
