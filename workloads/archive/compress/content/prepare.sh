#!/bin/sh
# Makes the documents that the archiver compresses, once per session: 24 MB in 96 files, always the same ones. Then makes the archive that it
# opens, new for each visit. Usage: sh prepare.sh HOME
set -eu
folder="$1/Archive"
made="$folder/documents"

# Numbers of a generator that is the same in every awk (multiplicative congruential, modulus 2^31 - 1).
numbers='function number(below) { state = (state * 16807) % 2147483647; return int(state / 2147483647 * below) }'

# Sentences of 4,000 words, of which few are frequent and many are rare.
text() {
    awk "$numbers"'BEGIN {
        state = 20260101
        n = split("an ber co dal en fir go hul is jo kel lum mor nes on pra quay ros sten tid un vor wes yar", part, " ")
        for (i = 0; i < 4000; i++) { word[i] = part[1 + number(n)]; while (number(3) > 0) word[i] = word[i] part[1 + number(n)] }
        for (size = 0; size < 2000000; size += length(line) + 1) {
            line = ""
            for (left = 8 + number(12); left > 0; left--) { rank = number(1000) / 1000; line = line word[int(4000 * rank * rank * rank)] " " }
            print line "."
        }
    }'
}

# Rows of a table.
table() {
    awk "$numbers"'BEGIN {
        state = 20260202
        for (size = 0; size < 1000000; size += length(row) + 1) {
            row = sprintf("%d-%d;%d;%d.%d;%d", 1 + number(12), 1 + number(28), number(60), number(900), number(10), number(100000))
            print row
        }
    }'
}

# Attachments of mails, which are compressed already.
mail() {
    awk "$numbers"'BEGIN {
        state = 20260303
        signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (i = 0; i < 4096; i++) pair[i] = substr(signs, 1 + int(i / 64), 1) substr(signs, 1 + i % 64, 1)
        for (size = 0; size < 1000000; size += 77) { line = ""; for (i = 0; i < 38; i++) line = line pair[number(4096)]; print line }
    }'
}

# Further documents are the first one with its letters or digits exchanged: as compressible, and without a part that both have.
further() {
    tr 'a-z' "$(echo abcdefghijklmnopqrstuvwxyz | sed "s/\(.\{$1\}\)\(.*\)/\2\1/")" |
        tr 'A-Z' "$(echo ABCDEFGHIJKLMNOPQRSTUVWXYZ | sed "s/\(.\{$1\}\)\(.*\)/\2\1/")" |
        tr '0-9' "$(echo 0123456789 | sed "s/\(.\{$1\}\)\(.*\)/\2\1/")"
}

# Names whose rows look like nothing else on a screen.
report() { echo "$1" >"$2"; }

if [ ! -e "$made" ]; then
    rm -rf "$folder"
    mkdir -p "$folder/first" "$folder/profile/glib-2.0/settings" "$made.new/▟▘▛█▗▞▀▜▖▙▝█▚"
    # The file dialog begins in the folder in which the program was started.
    printf "[org/gtk/settings/file-chooser]\nstartup-mode='cwd'\n" >"$folder/profile/glib-2.0/settings/keyfile"
    cd "$folder/first"
    report 1 "▙▗▘▜█▖▚▝▛▟▘█"
    report 2 "▛▘█▚▝▟▀▖▙█▗▛"
    report 3 "█▝▖▟▘▛▗█▜▚▀▙"
    cd "$made.new/▟▘▛█▗▞▀▜▖▙▝█▚"
    report 4 "1 ▘▛▟█▜▗▀▚▙▖▛▝"
    report 5 "2 ▚█▘▙▝▛▟▖▀▗█▜"
    report 6 "3 █▗▙▞▘▟▛▝▜█▖▀"
    text >"$folder/text"
    table >"$folder/table"
    mail >"$folder/mail"
    for n in 1 2 3 4 5 6; do
        further $n <"$folder/text" | split -b 260000 -d - "report-$n-"
        further $n <"$folder/table" | split -b 260000 -d - "table-$n-"
        further $n <"$folder/mail" | split -b 260000 -d - "mail-$n-"
    done
    rm "$folder/text" "$folder/table" "$folder/mail"
    mv "$made.new" "$made"
fi
rm -f "$folder"/harbour.7z*
cd "$folder/first"
7z a -bd "$folder/harbour.7z" . >"$folder/7z.log"
