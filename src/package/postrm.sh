#!/bin/sh
# Of @PACKAGE@: after its files have gone. Data and user stay until dpkg says "purge"; rpm has no such word, so after it they stay for good.
set -e

if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
fi
if [ "$1" = purge ]; then
    rm -rf /var/lib/deskmeter/@PART@ /etc/deskmeter/@PART@.yaml
    # The other package may have its own there.
    rmdir --ignore-fail-on-non-empty /var/lib/deskmeter 2>/dev/null || true
    rmdir --ignore-fail-on-non-empty /etc/deskmeter 2>/dev/null || true
    if getent passwd @USER@ >/dev/null; then
        userdel @USER@
    fi
fi
