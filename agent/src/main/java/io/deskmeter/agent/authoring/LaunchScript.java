package io.deskmeter.agent.authoring;

import io.deskmeter.workload.AgentlessLaunch;
import io.deskmeter.workload.Workload;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A shell script that starts a workload's application in a session without a desktop agent, as a desktop agent would:
 * with a fresh copy of the content, after the commands that prepare it, and after what an earlier start has left
 * running has ended.
 */
final class LaunchScript {
    static final String FILE = "launch.sh";

    /** Of all workloads: ends what one of them has left running. */
    static final String END_FILE = "end.sh";

    /**
     * What both scripts know of the session: where its state is, and whether the first process of its last launch is
     * still there.
     */
    private static final String STATE = """
            # Sessions of one user on several displays do not share it.
            state="${XDG_CACHE_HOME:-$HOME/.cache}/deskmeter/display-$(printf %s "${DISPLAY:-}" | tr -c 'A-Za-z0-9.' -)"
            mkdir -p "$state"
            exec >"$state/log" 2>&1
            group=$(cat "$state/group" 2>/dev/null || true)
            # Its first process lives as long as the application and is known by its environment: a number may be in use again.
            is_running() { grep -qzs '^DESKMETER_LAUNCH=' "/proc/${group:-none}/environ"; }
            """;

    /** Tenths of a second until what is left is asked to end, and until it is ended. */
    private static final String WAIT = """
            tenths=0
            while is_running && [ $tenths -lt 100 ]; do
                tenths=$((tenths + 1))
                case $tenths in
                %d) kill -TERM "-$group" ;;
                %d) kill -KILL "-$group" ;;
                esac
                sleep 0.1
            done
            """;

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(content|home|session)}");

    private LaunchScript() {}

    /**
     * The script of a workload.
     *
     * @throws IllegalArgumentException if it cannot be launched in that way, with the reasons
     */
    static String of(Workload workload) {
        AgentlessLaunch launch = AgentlessLaunch.of(workload);
        if (!launch.problems().isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", launch.problems()));
        }
        List<String> command = workload.application()
                .command("linux")
                .orElseThrow(() -> new IllegalArgumentException("application: " + workload.id()
                        + " has no command for linux (expected: one, because the script is a shell script)"));
        String preparation =
                launch.preparation().stream().map(words -> shell(words) + "\n").collect(Collectors.joining());
        return """
            #!/bin/sh
            # Starts the application of the workload %s in a session without a desktop agent: sh %s
            # Written by `deskmeter workload export`; write it again when the workload has changed.
            set -eu
            if [ "${DESKMETER_LAUNCH:-}" != "%s" ]; then
                # A process group of its own: the next start ends all of it, if anything is left.
                DESKMETER_LAUNCH="%s" exec setsid sh "$0"
            fi
            cd "$(dirname "$0")"
            exported=$(pwd)
            %s%secho $$ >"$state/group"
            content="$state/content"
            rm -rf "$content"
            if [ -d "$exported/content" ]; then cp -R "$exported/content" "$content"; else mkdir "$content"; fi
            chmod -R u+w "$content"
            cd "$content"
            %s%s
            """.formatted(
                        workload.id(),
                        FILE,
                        workload.id(),
                        workload.id(),
                        STATE,
                        WAIT.formatted(30, 60),
                        preparation,
                        shell(command));
    }

    /**
     * The script that ends at once what the last launch in a session has left running, such as after an interrupted
     * run.
     */
    static String end() {
        return """
            #!/bin/sh
            # Ends what a %s in this folder has left running in this session: sh %s
            # Written by `deskmeter workload export`.
            set -eu
            %s%s""".formatted(FILE, END_FILE, STATE, WAIT.formatted(1, 30));
    }

    private static String shell(List<String> words) {
        return words.stream().map(LaunchScript::word).collect(Collectors.joining(" "));
    }

    /** Quoted, so that the shell takes it as it is, but for the variables of workloads. */
    private static String word(String word) {
        StringBuilder quoted = new StringBuilder();
        Matcher variables = VARIABLE.matcher(word);
        int from = 0;
        while (variables.find()) {
            quoted.append(literal(word.substring(from, variables.start())));
            quoted.append(
                    switch (variables.group(1)) {
                        case "content" -> "\"$content\"";
                        case "home" -> "\"$HOME\"";
                        default -> "0";
                    });
            from = variables.end();
        }
        return quoted.append(literal(word.substring(from))).toString();
    }

    private static String literal(String text) {
        boolean plain = text.matches("[A-Za-z0-9_@%+=:,./-]*");
        return plain ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
