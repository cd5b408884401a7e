#!/bin/sh
# Of @PACKAGE@: after the files are there, at an installation and at an upgrade. dpkg says "configure" and the version before, rpm the number of versions.
set -e

part=@PART@
user=@USER@
home=/usr/lib/@PACKAGE@
unit=@PACKAGE@.service

case "$1" in
    configure) upgrade=${2:-} ;;
    1) upgrade= ;;
    [2-9]*) upgrade=yes ;;
    # What failed is put back as it was.
    abort-*) upgrade= ;;
esac

if ! getent passwd "$user" >/dev/null; then
    useradd --system --user-group --no-create-home --home-dir "/var/lib/deskmeter/$part" --shell /usr/sbin/nologin "$user"
fi
# An administrator may give it to others, for good.
[ "$(stat -c %G "/etc/deskmeter/$part.yaml")" != root ] || chgrp "$user" "/etc/deskmeter/$part.yaml"

# Both packages have the same command; one of them is enough to have it.
update-alternatives --install /usr/bin/deskmeter deskmeter "$home/deskmeter" @PRIORITY@ \
    --slave /usr/share/man/man1/deskmeter.1.gz deskmeter.1.gz "$home/share/deskmeter.1.gz" \
    --slave /usr/share/bash-completion/completions/deskmeter deskmeter.bash "$home/share/deskmeter.bash" >/dev/null

if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if [ -n "$upgrade" ] && systemctl --quiet is-active "$unit"; then
        "$home/restart-between-runs" "$unit"
    fi
fi
