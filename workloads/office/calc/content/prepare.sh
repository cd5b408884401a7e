#!/bin/sh
# Gives the session's user the profile of a person who has used the office suite before. It is made once per session and then kept, with
# all that the suite writes into it. Usage: sh prepare.sh CONTENT HOME
set -eu
profile="$2/.config/libreoffice/4/user"
[ -e "$profile/registrymodifications.xcu" ] && exit 0
mkdir -p "$profile"
cp "$1/registrymodifications.xcu" "$profile/registrymodifications.xcu"
