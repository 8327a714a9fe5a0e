#!/bin/sh
# Before either Debian package is unpacked. Only here dpkg says whether the package was there: one
# that was removed and comes back starts its program, and an upgrade does not.
set -e
case "$1" in
install)
	touch "/run/$DPKG_MAINTSCRIPT_PACKAGE.new"
	;;
upgrade) # packages of the first version keep no record of what they enabled
	if [ "$(systemctl is-enabled "$DPKG_MAINTSCRIPT_PACKAGE.service" 2>/dev/null)" = disabled ]; then
		touch "/run/$DPKG_MAINTSCRIPT_PACKAGE.disabled"
	fi
	;;
esac
