#!/bin/sh
# Before the hall's Debian package's files go. An upgrade restarts the hall after it.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
	systemctl stop stonehand-hall.service
fi
