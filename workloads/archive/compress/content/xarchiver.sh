#!/bin/sh
# Starts Xarchiver as a program of this session alone. Usage: sh xarchiver.sh ARCHIVE
# Xarchiver passes its archive to one that the same user already runs, on whatever display, through a socket whose name cannot be chosen. So
# this removes the socket as soon as the program listens. The lock holds back other starts of the user until then.
set -eu
socket="/tmp/.xarchiver-socket:0-$(id -un)"

exec 9>"/tmp/deskmeter-xarchiver-$(id -u).lock"
flock -w 30 9 || { echo "another start of Xarchiver by this user did not end in 30 seconds" >&2; exit 1; }
rm -f "$socket"
xarchiver "$1" 9>&- &
archiver=$!
while [ ! -S "$socket" ] && kill -0 $archiver 2>/dev/null; do sleep 0.02; done
rm -f "$socket"
exec 9>&-

wait $archiver
