#!/bin/sh
# Of @PACKAGE@: before its files go. dpkg says "remove", or "upgrade" if others come in their place; rpm the number of versions that stay.
set -e

case "$1" in
    remove | deconfigure | 0)
        if [ -d /run/systemd/system ]; then
            systemctl --quiet disable --now @PACKAGE@.service || true
        fi
        update-alternatives --remove deskmeter /usr/lib/@PACKAGE@/deskmeter
        ;;
esac
