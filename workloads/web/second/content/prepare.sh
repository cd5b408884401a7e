#!/bin/sh
# Gives the session's user the Firefox profile of a person who has used it before. Its settings are written at each start, everything else
# that the browser keeps in it stays. Usage: sh prepare.sh CONTENT HOME
set -eu
profile="$2/.mozilla/deskmeter"
mkdir -p "$profile"
cp "$1/user.js" "$profile/user.js"
[ -e "$profile/xulstore.json" ] || cp "$1/xulstore.json" "$profile/xulstore.json"
