# shellcheck shell=bash
# Makes the Windows installer of the agent, with NSIS: the agent's programs with their natives for Windows, and a Java runtime for Windows that is given. src/package/make.sh
# reads this file. The runtime is not linked here: a jlink of Linux can do that only with the jmods of the same version for Windows, which vendors have ceased to ship.

readonly windows_setup=deskmeter-agent-setup.exe
readonly least_windows_java=17
readonly native_here=linux-x86_64 native_there=windows-x86_64

require_windows_tools() {
    has_program makensis || die "$exit_invalid" "package --windows-runtime: no makensis (hint: apt-get install nsis)"
}

# Takes the folder that --windows-runtime has named. Before all that takes minutes.
require_windows_runtime() {
    local folder=$1 file version modules lacking
    for file in bin/java.exe bin/javaw.exe release; do
        [ -f "$folder/$file" ] || die "$exit_invalid" "package --windows-runtime: $folder has no $file (expected: an unpacked Java runtime or JDK for Windows; hint: a JRE of https://adoptium.net, as zip)"
    done
    version=$(value_of_release "$folder" JAVA_VERSION)
    [ "$(windows_java_major "$folder")" -ge "$least_windows_java" ] || die "$exit_invalid" "package --windows-runtime: $folder has Java \"$version\", by its file release (expected: version $least_windows_java or newer)"
    [ "$(machine_of_program "$folder/bin/java.exe")" = 8664 ] || die "$exit_invalid" "package --windows-runtime: $folder/bin/java.exe is for another processor (expected: x86-64)"
    modules=$(value_of_release "$folder" MODULES)
    lacking=$(modules_of agent | LC_ALL=C comm -23 - <(tr ' ' '\n' <<<"$modules" | LC_ALL=C sort -u) | tr '\n' ' ')
    [ -z "$lacking" ] || die "$exit_invalid" "package --windows-runtime: $folder lacks modules of Java, by its file release: $lacking(expected: those of src/package/modules; hint: a JRE of https://adoptium.net)"
    [ "$(windows_java_major "$folder")" -ge "$runtime_java" ] || say "deskmeter: $folder has Java $version; the other packages have $runtime_java or newer (hint: ship no older one)"
}

value_of_release() { sed -n "s/^$2=\"\(.*\)\"\r\{0,1\}\$/\1/p" "$1/release"; }

windows_java_major() {
    local version
    version=$(value_of_release "$1" JAVA_VERSION | sed 's/[^0-9].*//')
    printf '%s\n' "${version:-0}"
}

# Of a program for Windows, as it stands in its header; runtimes that were linked do not say it in their file release.
machine_of_program() {
    local header
    header=$(od -An --endian=little -t u4 -j 60 -N 4 "$1" | tr -d ' ')
    od -An --endian=little -t x2 -j "$((${header:-0} + 4))" -N 2 "$1" 2>/dev/null | tr -d ' '
}

# Takes the version, the release, the time, the JDK whose jar is used, the runtime for Windows and the folder that gets the installer.
windows_setup() {
    local version=$1 release=$2 epoch=$3 jdk=$4 runtime=$5 out=$6 folder=$made/staged-windows lists=$made/windows-files.nsh log=$made/makensis.log numbers
    say "Packing $windows_setup $version-$release ..."
    provide_windows_natives
    stage_windows "$version" "$epoch" "$jdk" "$runtime" "$folder"
    lists_of_files "$folder" >"$lists"
    numbers=$(awk -F. -v release="$release" '{ printf "%d.%d.%d.%d", $1, $2, $3, release % 65536 }' <<<"$version")
    (cd "$folder" && SOURCE_DATE_EPOCH=$epoch makensis -V2 -NOCD -INPUTCHARSET UTF8 "-DVERSION=$version" "-DRELEASE=$release" "-DQUAD=$numbers" \
        "-DSIZE=$(find "$folder" -type f -printf '%s\n' | awk '{ bytes += $1 } END { printf "%d", bytes / 1024 }')" "-DLICENSE=$folder/LICENSE" "-DLISTS=$lists" "-DOUT=$out/$windows_setup" "$packaging/windows/setup.nsi") >"$log" 2>&1 || {
        tail -n 15 "$log" >&2
        die "$exit_failed" "package: makensis has not made $windows_setup (hint: see $log)"
    }
}

# The libraries that are in the tree for this system only, for Windows: of the same versions, from where Maven has the others.
provide_windows_natives() {
    local natives=$made/windows-natives log=$made/windows-natives.log library name
    mkdir -p "$natives"
    for library in "$home"/agent/target/lib/*-"$native_here".jar; do
        name=$(basename "$library" "-$native_here.jar")
        [ ! -f "$natives/$name-$native_there.jar" ] || continue
        (cd "$home" && mvn -B -q -N dependency:copy "-Dartifact=org.bytedeco:${name%%-*}:${name#*-}:jar:$native_there" "-DoutputDirectory=$natives") >"$log" 2>&1 || {
            grep -E '^\[ERROR\]' "$log" | head -n 5 >&2
            die "$exit_failed" "package: $name for $native_there cannot be fetched (hint: see $log)"
        }
    done
}

# Lays out what is in the folder of an installation.
stage_windows() {
    local version=$1 epoch=$2 jdk=$3 runtime=$4 folder=$5 library name settings
    rm -rf "$folder"
    mkdir -p "$folder/agent/lib" "$folder/runtime"
    sed 's/$/\r/' "$packaging/windows/deskmeter.cmd" >"$folder/deskmeter.cmd"
    cp "$home/LICENSE" "$folder"
    printf '%s\n' "$version" >"$folder/version"
    jar_for_windows "$epoch" "$jdk" "$folder/agent/deskmeter-agent.jar"
    for library in "$home"/agent/target/lib/*.jar; do
        name=$(basename "$library")
        case $name in
            *-"$native_here".jar) cp "$made/windows-natives/${name%-"$native_here".jar}-$native_there.jar" "$folder/agent/lib" ;;
            *) cp "$library" "$folder/agent/lib" ;;
        esac
    done
    for settings in jvm.args desktop-jvm.args; do
        # Only a C library of Linux can be asked for its memory; Java for Windows says so with each start.
        grep -v -e '^#' -e TrimNativeHeapInterval "$home/agent/$settings" >"$folder/agent/$settings"
        # Older versions do not know them.
        [ "$(windows_java_major "$runtime")" -lt 24 ] || printf '%s\n' "${java_allows[@]}" >>"$folder/agent/$settings"
    done
    # What a JDK has beside a runtime.
    (cd "$runtime" && find . \( -path ./jmods -o -path ./include -o -path ./man -o -path ./demo -o -path ./lib/src.zip \) -prune -o -type f -print0 | xargs -0 cp --parents -t "$folder/runtime")
    stage_workloads "$folder"
    list_checksums "$folder"
    chmod -R u=rwX,go=rX "$folder"
    find "$folder" -exec touch --no-dereference --date="@$epoch" {} +
}

# The program, whose class path names the natives for Windows.
jar_for_windows() {
    local epoch=$1 jdk=$2 jar=$3 work=$made/windows-jar log=$made/windows-jar.log
    rm -rf "$work"
    mkdir -p "$work"
    cp "$home/agent/target/deskmeter-agent.jar" "$jar"
    chmod u+w "$jar"
    # A line of a manifest has at most 72 bytes, and goes on behind a blank.
    if ! (set -e
        cd "$work"
        "$jdk/bin/jar" --extract --file "$jar" META-INF/MANIFEST.MF
        tr -d '\r' <META-INF/MANIFEST.MF | sed -e ':a' -e '$!N' -e 's/\n //' -e 'ta' -e 'P' -e 'D' | grep '^Class-Path: ' | sed "s/-$native_here\.jar/-$native_there.jar/g" | fold -b -w 70 | sed '2,$s/^/ /' >added
        grep -q "$native_there" <(tr -d '\n ' <added)
        "$jdk/bin/jar" --update --file "$jar" --manifest added --date "$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)") >"$log" 2>&1; then
        cat "$log" >&2
        die "$exit_failed" "package: the class path of deskmeter-agent.jar cannot be changed for Windows (hint: see $log)"
    fi
}

# Macros for NSIS: the files of a folder, in order of their names, and how they are removed again: what others have put beside them stays.
lists_of_files() {
    local folder=$1 files folders
    files=$(cd "$folder" && find . -type f -printf '%P\n' | LC_ALL=C sort)
    # Those inside first.
    folders=$(cd "$folder" && find . -mindepth 1 -type d -printf '%P\n' | LC_ALL=C sort -r)
    # They would be variables, or end a word, in a script of NSIS.
    ! grep -q '[$"`]' <<<"$files" || die "$exit_failed" "package: $(grep -m 1 '[$"`]' <<<"$files") (expected: a name without \$, \" and \`, for NSIS)"
    printf '!macro InstallFiles\n'
    awk '{
        inside = $0
        if (!sub("/[^/]*$", "", inside)) inside = ""
        if (NR == 1 || inside != last) {
            last = inside
            gsub("/", "\\", inside)
            print "SetOutPath \"$INSTDIR" (inside == "" ? "" : "\\" inside) "\""
        }
        print "File \"" $0 "\""
    }' <<<"$files"
    printf '!macroend\n!macro RemoveFiles\n'
    sed -e 's:/:\\:g' -e 's:.*:Delete "$INSTDIR\\&":' <<<"$files"
    printf '!macroend\n!macro RemoveFolders\n'
    sed -e 's:/:\\:g' -e 's:.*:RMDir "$INSTDIR\\&":' <<<"$folders"
    printf '!macroend\n'
}
