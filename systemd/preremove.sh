#!/bin/sh
# Before the Debian package's files go. An upgrade restarts the daemon after it.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
	systemctl stop stonehand.service stonehand-update.path
fi
