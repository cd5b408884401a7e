#!/usr/bin/env bash
# Makes the manual page or the completion of bash out of docs/reference/cli.md, which a test keeps equal to what the programs print. Takes "man" and the version, or
# "completion"; reads the page, and writes to standard output.
set -euo pipefail

# Lines of the page are headings, tables, paragraphs, and blocks that are kept as they are.
man() {
    printf '.TH DESKMETER 1 "" "Deskmeter %s" "Deskmeter"\n.SH NAME\ndeskmeter \\- load tester for remote desktops\n.SH SYNOPSIS\n.B deskmeter\n.I COMMAND\n[\n.I OPTION\n\\&...]\n.SH DESCRIPTION\n' "$1"
    awk '
        function roff(text) {
            gsub(/\\/, "\\e", text)
            gsub(/-/, "\\-", text)
            if (text ~ /^[.'"'"']/) text = "\\&" text
            return text
        }
        # Without the marks of Markdown.
        function plain(text) {
            while (match(text, /\[[^]]*\]\([^)]*\)/)) {
                part = substr(text, RSTART, RLENGTH)
                sub(/\]\(.*/, "", part)
                text = substr(text, 1, RSTART - 1) substr(part, 2) substr(text, RSTART + RLENGTH)
            }
            gsub(/`|\*\*/, "", text)
            gsub(/\.\/deskmeter/, "deskmeter", text)
            return roff(text)
        }
        /^```/ { print (block ? ".fi" : ".nf"); block = !block; next }
        block { gsub(/\.\/deskmeter/, "deskmeter"); print roff($0); next }
        /^# / || /^<!--/ || /^\| (---|command|code)/ { next }
        # Commands that only a tree has.
        /^\|/ && /(bench|testbed|\/deskmeter test|\/deskmeter package)/ { next }
        /^## bench/ { skipped = 1 }
        /^## / { if ($0 !~ /bench/) { skipped = 0; print ".SH " toupper(plain(substr($0, 4))) } next }
        skipped { next }
        /^### / { print ".SS " plain(substr($0, 5)); next }
        /^\|/ { sub(/^\| */, ""); sub(/ *\|$/, ""); split($0, cell, / *\| */); print ".TP\n.B " plain(cell[1]) "\n" plain(cell[2]); next }
        /^$/ { if (!empty) print ".PP"; empty = 1; next }
        { empty = 0; print plain($0) }
    ' | awk '$0 == ".PP" { held = 1; next } { if (held && $0 !~ /^\.(SH|SS|TP|PP)/) print ".PP"; held = 0; print }'
}

# The words of each command: those that follow it, and its options.
completion() {
    cat <<'EOF'
# Completion of bash for deskmeter. Made of its command line reference.
_deskmeter() {
    local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]:-} words
    if [ "$COMP_CWORD" -gt 2 ] || [[ $current = -* ]]; then
        case "$command ${COMP_WORDS[2]:-}" in
EOF
    words | awk '$1 ~ /\// { sub(/\//, " "); print }' | while read -r command sub options; do
        printf "            '%s %s') words='%s' ;;\n" "$command" "$sub" "$options"
    done
    cat <<'EOF'
            *)
                case $command in
EOF
    words | awk '$1 !~ /\//' | while read -r command options; do
        printf "                    %s) words='%s' ;;\n" "$command" "$options"
    done
    cat <<'EOF'
                    *) words= ;;
                esac
                ;;
        esac
    elif [ "$COMP_CWORD" -eq 1 ]; then
EOF
    printf "        words='%s'\n" "$(words | awk '$1 !~ /\// { printf "%s%s", sep, $1; sep = " " }') doctor --help --version"
    printf '    else\n        case $command in\n'
    words | awk '$1 ~ /\// { split($1, part, "/"); follow[part[1]] = follow[part[1]] " " part[2] } END { for (name in follow) print name follow[name] }' | LC_ALL=C sort | while read -r command subs; do
        printf "            %s) words='%s' ;;\n" "$command" "$subs"
    done
    cat <<'EOF'
            *) words= ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    # Else names of files.
    [ "${#COMPREPLY[@]}" -gt 0 ] || compopt -o default 2>/dev/null || true
}
complete -F _deskmeter deskmeter
EOF
}

# A line for each command of the page: its name, a slash for the blank in it, and its options.
words() {
    printf '%s\n' "$page" | awk '
        /^<!-- end of / { inside = 0 }
        /^<!-- [a-z]/ && !/end of/ {
            name = $0
            sub(/^<!-- /, "", name)
            sub(/ -->$/, "", name)
            if (name ~ /^bench/ || name ~ / .* /) next
            sub(/ /, "/", name)
            inside = 1
            order[++count] = name
        }
        inside && /^(      |  -[A-Za-z], )--[a-z]/ {
            option = $0
            sub(/^ +(-[A-Za-z], )?/, "", option)
            sub(/[ =\[].*/, "", option)
            options[name] = options[name] " " option
        }
        END { for (i = 1; i <= count; i++) print order[i] options[order[i]] }'
}

page=$(cat)
case ${1:-} in
    man) printf '%s\n' "$page" | man "$2" ;;
    completion) completion ;;
    *) printf 'manual.sh: %s (expected: man VERSION or completion)\n' "${1:-nothing}" >&2; exit 2 ;;
esac
