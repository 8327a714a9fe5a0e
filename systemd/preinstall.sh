#!/bin/sh
# Before either Debian package is unpacked. Only here dpkg says whether the package was there: one
# that was removed and comes back starts its program, and an upgrade does not.
set -e
if [ "$1" = install ]; then
	touch "/run/$DPKG_MAINTSCRIPT_PACKAGE.new"
fi
