# shellcheck shell=bash
# What only the launcher of a tree of sources does, and an installed one does not: it builds what has changed, with a JDK, Maven and Node, and runs tests, benchmarks and the
# making of packages. The file `deskmeter` reads this one.

readonly controller_home=$home agent_home=$home
readonly controller_jar=$home/controller/target/deskmeter-controller.jar
readonly agent_jar=$home/agent/target/deskmeter-agent.jar
readonly bench_jar=$home/src/lab/bench/target/deskmeter-bench.jar
readonly stamp=$home/target/built-from
readonly minimum_java=17
readonly minimum_node=18

# What this launcher says otherwise than an installed one: its name, its own commands, and what it tells the programs of the installation.
readonly called=./deskmeter
readonly own_commands=', testbed, bench, test, format, package'
readonly installation=()
readonly optional_needs='needed only by viewer programs, tests and benchmarks, which install it'

own_usage() {
    cat <<'EOF'
  testbed rdsh       start an RDSH server with temporary users on this machine; needs root
  bench NAME         run a benchmark of Deskmeter itself: truth, vision, pairs, metrics, av, ue, density, search, compare, fleet, faults, chaos, hostile, ingest, pages, workloads
  test [--long]      run all tests; --long also those that take longer or fetch tools
  test --unit        run the tests that need no other programs and less than a second each; packs nothing
  test NAME ...      run the tests of some classes, such as QuantilesTest
  format             format the sources, as the build expects them
  package            make packages for machines without these sources: deb, rpm, tar.gz and an installer for Windows, with a Java of their own
EOF
}

# Of the tree, built or not.
version() { printf 'Deskmeter %s\n' "$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$home/pom.xml")"; }

# Prints the directory of a JDK that can build and run Deskmeter, or fails. JAVA_HOME wins, then PATH, then the usual places.
find_jdk() {
    local candidate
    for candidate in "${JAVA_HOME:-}" "$(path_jdk)" /usr/lib/jvm/*; do
        if [ -n "$candidate" ] && [ -x "$candidate/bin/javac" ] && [ "$(java_major "$candidate")" -ge "$minimum_java" ]; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    return 1
}

path_jdk() {
    local javac
    javac=$(command -v javac || true)
    [ -z "$javac" ] || dirname "$(dirname "$(readlink -f "$javac")")"
}

java_major() {
    local version
    version=$("$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p' | tail -n 1)
    printf '%s\n' "${version:-0}"
}

node_major() {
    local version
    version=$(node --version 2>/dev/null | sed -n 's/^v\([0-9]*\).*/\1/p')
    printf '%s\n' "${version:-0}"
}

# The newest JDK package that this distribution has; the headless one, for nothing of Deskmeter opens a window of Java's.
jdk_package() {
    local version
    for version in 25 21 17; do
        if apt-cache show "openjdk-$version-jdk-headless" >/dev/null 2>&1; then
            printf 'openjdk-%s-jdk-headless\n' "$version"
            return
        fi
    done
    printf 'openjdk-17-jdk-headless\n'
}

# The package with the display libraries for the JDK in use, or for the one that will be installed.
awt_package() {
    local jdk version
    if jdk=$(find_jdk); then
        version=$(java_major "$jdk")
    else
        version=$(jdk_package | tr -dc '0-9')
    fi
    printf 'openjdk-%s-jre\n' "$version"
}

# Packages whose names depend on the machine.
package_of() {
    case $1 in
        jdk) jdk_package ;;
        awt) awt_package ;;
        *) printf '%s\n' "$1" ;;
    esac
}

required_needs() { needs; }

# Lines of needs, in front of the others.
building_needs() {
    cat <<EOF
JDK|jdk|builds and runs the programs (version $minimum_java or newer)
Maven|maven|builds the programs
Node|nodejs|builds the web pages (version $minimum_node or newer)
npm|npm|installs the packages of the web pages
EOF
}

# Lines of needs, behind the others. Takes the set.
testing_needs() {
    case $1 in rdp | screens | long) cat <<EOF
xrdp|xrdp|RDP server for that viewer and for testbed rdsh
xorgxrdp|xorgxrdp|X server of xrdp sessions
gmrun|gmrun|run dialog of the desktops of testbed rdsh
xsetroot|x11-xserver-utils|background of those desktops
EOF
    esac
    case $1 in screens | long) cat <<EOF
x11vnc|x11vnc|another RFB server, for tests
x0vncserver|tigervnc-scraping-server|another RFB server, for tests
xterm|xterm|text field for tests of the keyboard
qemu-system-x86_64|qemu-system-x86|RFB server of a virtual machine, for tests
freerdp-shadow-cli|freerdp2-shadow-x11|RDP server of an existing desktop, for tests and bench pairs
sway|sway|Wayland desktop without a display, for tests
wayvnc|wayvnc|RFB server of that desktop, for tests
foot|foot|terminal of that desktop, for tests
xrandr|x11-xserver-utils|changes the size of displays in tests
AWT|awt|display libraries of the JDK, for desktop agents
ip|iproute2|network namespaces for tests
tcpdump|tcpdump|records what a namespace sends, in tests
curl|curl|reaches the controller by HTTPS, in tests
chromium|chromium|browser for tests of the web pages
chromedriver|chromium-driver|controls that browser
PostgreSQL|postgresql|shared store, for tests
paplay|pulseaudio-utils|plays to the sound server, in tests
pulseaudio|pulseaudio|tunnels sound to the sound server, in tests
ffmpeg|ffmpeg|plays to the sound server, in tests
mpv|mpv|plays to the sound server, in tests
cc|gcc|moves the clock of one program, in tests and in bench chaos
EOF
    esac
    [ "$1" != long ] || cat <<EOF
idesk|idesk|desktop icons, for tests of sessions without a desktop agent
strace|strace|records what programs ask of a network, in tests
mousepad|mousepad|the example of write-a-workload.md, in tests
convert|imagemagick|cuts out a landmark of that example, in tests
prometheus|prometheus|reads metrics in the longer tests
Wine|wine64|runs the tests of the Windows package and of the Windows installer
EOF
    case $1 in long | package | images) printf 'venv|python3-venv|virtual environment of tools that package and the longer tests fetch\n' ;; esac
    case $1 in long | windows) printf 'makensis|nsis|makes the Windows installer, in tests and with package --windows-runtime\n' ;; esac
    [ "$1" != images ] || printf 'umoci|umoci|makes container images\ndebootstrap|debootstrap|makes the system of files of container images\n'
    [ "$1" != long ] || cat <<EOF
umoci|umoci|makes container images, in tests and with package --images
debootstrap|debootstrap|machines on which packages are installed, in tests, and container images
systemd-nspawn|systemd-container|starts those machines
lintian|lintian|finds mistakes in packages, in tests
rpm|rpm|installs packages of that form, in tests
rpmlint|rpmlint|finds mistakes in packages of that form, in tests
gpg|gnupg|signs packages, in tests and with package --sign
EOF
}

# See probe.
own_probe() {
    case $1 in
        JDK) find_jdk >/dev/null ;;
        Maven) has_program mvn ;;
        Node) has_program node && [ "$(node_major)" -ge "$minimum_node" ] ;;
        npm) has_program npm ;;
        xrandr | xrdp | xsetroot | x11vnc | x0vncserver | xterm | gmrun | idesk | strace | mousepad | convert | qemu-system-x86_64 | freerdp-shadow-cli | sway | wayvnc | foot | ip | tcpdump | curl | chromium | chromedriver | prometheus | paplay | pulseaudio | ffmpeg | mpv | cc) has_program "$1" ;;
        PostgreSQL) compgen -G "/usr/lib/postgresql/*/bin/postgres" >/dev/null || has_program postgres ;;
        AWT) [ -e "$(find_jdk)/lib/libawt_xawt.so" ] ;;
        venv) python3 -c 'import ensurepip, venv' 2>/dev/null ;;
        Wine) [ -x /usr/lib/wine/wine64 ] || has_program wine64 || has_program wine ;;
        umoci | debootstrap | makensis | systemd-nspawn | lintian | rpm | rpmlint | gpg) has_program "$1" ;;
        xorgxrdp) [ -e /usr/lib/xorg/modules/libxorgxrdp.so ] ;;
        *) die "$exit_failed" "probe: $1 (expected: a name of the list of needs; this is a bug in the launcher)" ;;
    esac
}

install_log() {
    mkdir -p "$home/target"
    printf '%s\n' "$home/target/install.log"
}

# Lines of doctor, behind the others.
own_state() {
    if [ -f "$stamp" ]; then
        printf '%-12s %-8s %s\n' build "$(built && echo ok || echo stale)" 'commands build when needed'
    else
        printf '%-12s %-8s %s\n' build - 'not built yet; commands build when needed'
    fi
}

# Of a user's session: nothing is built on a user's behalf.
require_agent() {
    [ -f "$agent_jar" ] || die "$exit_invalid" "agent: $agent_jar is missing (expected: built before users log on; hint: ./deskmeter agent --help builds it)"
    use_jdk
}

# Sets wanted_needs for `bench workloads`: of the workloads that it names, or of all.
want_benched_workloads() {
    local argument ids
    for argument in "$@"; do
        if [ -f "$home/workloads/$argument/workload.yaml" ]; then
            want_workloads bench "$@"
            return
        fi
    done
    mapfile -t ids < <(workload_ids "$home/workloads")
    want_workloads bench "${ids[@]}"
}

# Names, sizes and times of all that a build reads; what it generates among the sources (*.gen.ts) would make every first build stale.
sources() {
    (cd "$home" && find pom.xml .mvn controller agent workloads ui src docs -type f -not -path '*/target/*' -not -path '*/node_modules/*' -not -name '*.gen.*' -printf '%p %s %T@\n' | LC_ALL=C sort | sha256sum)
}

built() { [ -f "$controller_jar" ] && [ -f "$agent_jar" ] && [ -f "$bench_jar" ] && [ -f "$stamp" ] && [ "$(sources)" = "$(cat "$stamp")" ]; }

# Whether what earlier builds have left is removed first.
builds_anew=no

build() {
    has_built && return 0
    has_program mvn || die "$exit_invalid" "Maven: not found (hint: ./deskmeter doctor)"
    mkdir -p "$home/target"
    local lock
    # Of two builds in one tree, each would take away what the other has just written. The lock ends with the process, however that ends.
    exec {lock}>"$home/target/build.lock"
    if ! flock -n "$lock"; then
        say "Another command is building, waiting ..."
        flock "$lock"
    fi
    has_built || build_alone
    exec {lock}>&-
}

has_built() { [ "$builds_anew" = no ] && built; }

# Of all that is packed. A library of an earlier version, or a page that is gone, would be packed with the rest.
forget_builds() {
    local module
    rm -f "$stamp"
    while read -r module; do
        rm -rf "$module"/target/{classes,generated-sources,lib,maven-status}
    done < <(find "$home"/{agent,controller,src,ui,workloads} \( -path "$home/src/lab" -o -name target -o -name node_modules \) -prune -o -name pom.xml -printf '%h\n')
}

# Of the commands in this tree, one at a time.
build_alone() {
    local log=$home/target/build.log before
    before=$(sources)
    [ "$builds_anew" = no ] || forget_builds
    say "Building (the first build takes some minutes, mostly for downloads) ..."
    if ! run_build "$log"; then
        grep -E '^\[ERROR\]' "$log" | head -n 20 >&2 || tail -n 20 "$log" >&2
        die "$exit_failed" "build: failed (hint: see $log)"
    fi
    archive_classes
    printf '%s\n' "$before" >"$stamp"
}

# In a session of its own, so that all that it starts can be ended with it: Maven leaves the npm that it has started. Takes the file for what it prints.
run_build() {
    local signal code=0
    for signal in INT TERM HUP; do
        # shellcheck disable=SC2064 # now
        trap "interrupt_build $signal" "$signal"
    done
    (cd "$home" && exec setsid mvn -B -T2 -DskipTests -Dspotless.check.skip=true -pl controller,agent,workloads,src/lab/bench -am package) >"$1" 2>&1 &
    wait $! || code=$?
    trap - INT TERM HUP
    return "$code"
}

# Ends a build and this command, by the same signal, which says to the shell of whoever typed Ctrl-C that it was that.
interrupt_build() {
    local build tenths=0
    trap '' INT TERM HUP
    for build in $(jobs -p); do
        # Before it has a session of its own, it is alone.
        kill -TERM -- "-$build" 2>/dev/null || kill -TERM "$build" 2>/dev/null || true
        while [ "$tenths" -lt 50 ] && kill -0 -- "-$build" 2>/dev/null; do
            sleep 0.1
            tenths=$((tenths + 1))
        done
        kill -KILL -- "-$build" 2>/dev/null || true
    done
    say "deskmeter: build: interrupted (hint: the next command that needs it builds again)"
    trap - "$1"
    kill -s "$1" $$
}

# Java can keep the classes of a program as they are in memory, loaded and verified (class data sharing): the program then starts in about half the time. The command
# archive-classes of the controller checks a run profile, without a controller and then with one and an agent, which loads what every start loads. Its findings do not matter here.
archive_classes() {
    local folder=$home/target/class-archives log=$home/target/class-archives.log program archived
    rm -rf "$folder"
    mkdir -p "$folder"
    (
        export DESKMETER_CLASS_ARCHIVES=$folder
        controller_program archive-classes "$home/workloads/run-profiles/demo-quick.yaml" --data "$folder/data" --out "$folder/run"
    ) >"$log" 2>&1 || true
    for program in "$controller_jar" "$agent_jar"; do
        archived=$(archive_of "$program")
        if [ -s "$folder/$(basename "$archived")" ]; then
            chmod a+r "$folder/$(basename "$archived")"
            mv -f "$folder/$(basename "$archived")" "$archived"
        else
            rm -f "$archived"
            say "deskmeter: Java has not archived the classes of $(basename "$program"), which therefore starts more slowly (hint: see $log)"
        fi
    done
    rm -rf "$folder"
}

# Everything a command needs before its program starts: takes whether to install without asking, and a set of needs; what else it is told matters to an installed launcher
# only. "screens" adds what only tests and benchmarks need. Programs that a running controller starts are not built again.
ready() {
    [ "${DESKMETER_READY:-}" = yes ] && { use_jdk; return; }
    install_missing "$1" "${2:-}"
    use_jdk
    build
}

use_jdk() {
    JAVA_HOME=$(find_jdk) || die "$exit_invalid" "JDK: none found (expected: version $minimum_java or newer; hint: ./deskmeter doctor)"
    export JAVA_HOME
}

# The set of needs of a benchmark. These compute, or simulate all desktops and programs.
bench_needs() {
    case $1 in
        search | compare | vision | fleet | hostile | --help | -h | '') printf 'build\n' ;;
        *) printf 'screens\n' ;;
    esac
}

bench_program() {
    agent_environment
    local jvm=(@"$home/agent/jvm.args") first
    first=$(stamping_first)
    case ${1:-} in
        # These simulate many agents in the benchmark's own process. With the settings of one agent, whose young generation is 8 MB, it would
        # pause for so long that its agents count as lost.
        fleet | ingest) jvm=("$ends_without_memory" -XX:+UseG1GC -XX:MaxRAMPercentage=35 -XX:-UsePerfData -Djava.awt.headless=true) ;;
        # It stamps no frames, and watches many programs, which get its share of the processor and its own place behind other work (nice).
        chaos) jvm+=(-XX:TieredStopAtLevel=1) first= ;;
    esac
    exec "$JAVA_HOME/bin/java" "${jvm[@]}" ${first:+"$first"} -Ddeskmeter.home="$home" -jar "$bench_jar" "$@"
}

# The testkit comes with the benchmarks.
testbed_program() {
    exec "$JAVA_HOME/bin/java" "$ends_without_memory" -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \
        -cp "$bench_jar:$(dirname "$bench_jar")/lib/*" io.deskmeter.testkit.rdsh.XrdpServerMain "$@"
}

# Marks the moment from which reports of tests count, by a file of this command alone: a test may start this command in the same tree.
tests_begin() {
    mkdir -p "$home/target"
    tests_began=$(mktemp "$home/target/tests-began.XXXXXX")
    # shellcheck disable=SC2064 # now
    trap "rm -f '$tests_began'" EXIT
}

# What the tests have packaged need not be built again. Two modules at a time: docs/decisions/0036 says why no two that share something of the machine are among them.
run_tests() {
    local before code=0
    before=$(sources)
    tests_begin
    (cd "$home" && mvn -B -T2 verify "$@") || code=$?
    skipped_tests || code=$exit_failed
    [ "$code" -eq 0 ] || return "$code"
    printf '%s\n' "$before" >"$stamp"
}

# Runs the tests that need neither other programs nor more than a second each, without packing anything, and names those that have become slow.
run_unit_tests() {
    local code=0
    tests_begin
    (cd "$home" && mvn -B -T2 test -Dexec.skip=true -Dui.skipTests=true -DexcludedGroups=slow "$@") || code=$?
    slow_tests
    skipped_tests some || code=$exit_failed
    return "$code"
}

# A class that takes longer than this is one for the tag, in seconds; a machine that is busy with other things makes tests slower, too.
slow_tests() {
    find "$home" -path '*/target/surefire-reports/*.txt' -newer "$tests_began" -exec grep -hs 'Time elapsed' {} + \
        | awk '{ for (i = 1; i < NF; i++) if ($i == "elapsed:" && $(i + 1) > 3) printf "slow: %s took %s s (expected: at most 3; hint: does it need @Tag(\"slow\")?)\n", $NF, $(i + 1) }'
}

# The folders of the modules that have a test class, one to a line. Takes its name, or a pattern of several such as Rdp*Test.
modules_of_test() {
    (cd "$home" && find agent controller workloads src -path '*/src/test/java/*' -name "$1.java" -printf '%P %H\n' | sed -E 's:^(.*/)?src/test/java/[^ ]* (.*)$:\2/\1:; s:/$::' | sort -u)
}

# The set of needs of the tests of some modules. Takes that of all tests, and the folders of the modules. Only of those that are named here it is known that their tests start no other
# program: of a module that is new or has moved, they would be skipped without it.
set_of_modules() {
    local all=$1 module
    shift
    for module in "$@"; do
        case $module in
            src/text | src/workload | src/measure | src/evidence | src/link | src/vision) ;;
            *) printf '%s\n' "$all"; return ;;
        esac
    done
    printf 'build\n'
}

# Runs the tests of some classes, and builds what they stand on. Takes whether to install without asking, a set of needs, names and options of Maven.
run_named_tests() {
    local yes=$1 set=$2 argument found modules=() units=() ends=() options=() goal=test code=0
    shift 2
    for argument in "$@"; do
        case $argument in
            -*) options+=("$argument"); continue ;;
        esac
        mapfile -t found < <(modules_of_test "$argument")
        [ "${#found[@]}" -gt 0 ] || die "$exit_invalid" "test: $argument (expected: the name of a test class, such as QuantilesTest; hint: find . -name '*Test.java' -o -name '*IT.java')"
        modules+=("${found[@]}")
        case $argument in
            *IT) ends+=("$argument"); goal=verify ;;
            *) units+=("$argument") ;;
        esac
    done
    set=$(set_of_modules "$set" "${modules[@]}")
    [ "$goal" = test ] || want_workloads try web/document pdf/reader archive/compress
    install_missing "$yes" "$set"
    use_jdk
    tests_begin
    # A pattern that no test has keeps those of the other kind from running.
    (cd "$home" && mvn -B "$goal" -pl "$(printf '%s\n' "${modules[@]}" | sort -u | paste -sd,)" -am \
        -Dtest="$(IFS=,; printf '%s' "${units[*]:-NoUnitTest}")" -Dsurefire.failIfNoSpecifiedTests=false \
        -Dit.test="$(IFS=,; printf '%s' "${ends[*]:-NoEndToEndTest}")" -Dfailsafe.failIfNoSpecifiedTests=false ${options[@]+"${options[@]}"}) || code=$?
    skipped_tests some || code=$exit_failed
    return "$code"
}

# Counts and names the tests that were not run; takes "some" where only some were to be. Root lacks nothing that this launcher installs, so there none may be skipped without a reason that is written down.
skipped_tests() {
    local classes=$home/src/lab/testkit/target/classes strict=()
    # Where the testkit was not built, no test was run.
    [ -f "$classes/io/deskmeter/testkit/skipped/SkippedTestsMain.class" ] || return 0
    [ "$(id -u)" -ne 0 ] || strict=(strict)
    "$JAVA_HOME/bin/java" "$ends_without_memory" -XX:TieredStopAtLevel=1 -cp "$classes" io.deskmeter.testkit.skipped.SkippedTestsMain \
        "$home" "$tests_began" "$home/src/lab/testkit/skipped-tests.txt" ${strict[@]+"${strict[@]}"} "$@"
}

# Ends this script, if the command is one that only a tree has. Takes it, whether to install without asking, and its arguments.
own_command() {
    local command=$1 yes=$2
    shift 2
    case $command in
        bench)
            [ "${1:-}" != workloads ] || want_benched_workloads "${@:2}"
            ready "$yes" "$(bench_needs "${1:-}")"
            bench_program "$@"
            ;;
        testbed)
            [ "${1:-}" = rdsh ] || die "$exit_invalid" "testbed: \"${1:-}\" (expected: rdsh)"
            shift
            ready "$yes" rdp
            testbed_program "$@"
            ;;
        test)
            case ${1:-} in
                --help | -h) usage; exit 0 ;;
            esac
            local set=screens lane=() names= unit= argument
            for argument in "$@"; do
                case $argument in
                    --long) set=long ;;
                    --unit) unit=yes ;;
                    -*) lane+=("$argument") ;;
                    *) lane+=("$argument"); names=yes; [[ $argument != *Long* ]] || set=long ;;
                esac
            done
            if [ -n "$unit" ]; then
                [ "$set" = screens ] && [ -z "$names" ] || die "$exit_invalid" "test: --unit beside --long or the name of a test (expected: --unit alone)"
                install_missing "$yes" build
                use_jdk
                run_unit_tests ${lane[@]+"${lane[@]}"}
                exit
            fi
            [ "$set" != long ] || lane+=(-Plong)
            if [ -n "$names" ]; then
                run_named_tests "$yes" "$set" "${lane[@]}"
                exit
            fi
            # The workloads of ApplicationsIT, and those of its longer lane.
            want_workloads try web/document pdf/reader archive/compress
            [ "$set" != long ] || want_benched_workloads
            install_missing "$yes" "$set"
            use_jdk
            run_tests ${lane[@]+"${lane[@]}"}
            exit
            ;;
        format)
            case ${1:-} in
                --help | -h) usage; exit 0 ;;
            esac
            [ $# -eq 0 ] || die "$exit_invalid" "format: \"$1\" (expected: no arguments)"
            install_missing "$yes" build
            use_jdk
            (cd "$home" && mvn -B -q spotless:apply)
            exit
            ;;
        package)
            # shellcheck source=src/package/make.sh
            . "$home/src/package/make.sh"
            make_packages "$yes" "$@"
            exit
            ;;
        archive-classes)
            # Maven's, before the end-to-end tests: in that lane it builds, not this script.
            use_jdk
            archive_classes
            exit
            ;;
    esac
}
