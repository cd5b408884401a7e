package io.deskmeter.agent;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.SettingsFile;
import io.deskmeter.workload.yaml.SettingsFile.Kind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of a client agent that is a service: options of its command, in a file. */
final class AgentServiceSettings {
    /** With these a service does not start, or ends at once. */
    private static final Set<String> NOT_IN_A_FILE =
            Set.of(SettingsFile.OPTION, "--help", "--version", "--end-with-input");

    private AgentServiceSettings() {}

    /**
     * The arguments of a command line, with the settings that they name.
     *
     * @throws IllegalArgumentException if these are invalid
     */
    static String[] expand(CommandLine agent, String[] args) {
        if (args.length == 0 || !args[0].startsWith("-")) {
            return args;
        }
        Map<String, Kind> options = new LinkedHashMap<>();
        for (OptionSpec option : agent.getCommandSpec().options()) {
            if (!NOT_IN_A_FILE.contains(option.longestName())) {
                options.put(option.longestName(), Kind.of(option.arity().max(), option.isMultiValue()));
            }
        }
        try {
            return SettingsFile.expand(Arrays.asList(args), options, Set.of()).toArray(String[]::new);
        } catch (InvalidDocumentException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
    }
}
