#!/bin/sh
# Gives the session's user the profile of a person who has used the mail client before. It is made once per session and then kept, with what
# the client writes into it; drafts and saved attachments of earlier visits are removed. Usage: sh prepare.sh CONTENT HOME
set -eu
profile="$2/.thunderbird/deskmeter"
if [ ! -e "$profile" ]; then
    mkdir -p "$2/.thunderbird" "$2/Documents"
    rm -rf "$profile.new"
    cp -R "$1/profile" "$profile.new"
    sed "s|@PROFILE@|$profile|; s|@HOME@|$2|" "$1/profile/user.js" >"$profile.new/user.js"
    mv "$profile.new" "$profile"
fi
cp "$1/profile/session.json" "$1/profile/xulstore.json" "$profile/"
rm -f "$profile/Mail/Local Folders/Drafts" "$profile/Mail/Local Folders/Drafts.msf" "$2/Documents/berths.csv"
