package io.deskmeter.agent.accept;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.RunProfile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The workloads that an agent accepts: all, or those of a list, by the checksum over all files of each. The list is
 * read each time it is asked, so that a new one needs no restart; while it cannot be read, nothing is accepted.
 * Thread-safe.
 */
public final class AcceptedWorkloads {
    /** The option that names the list. */
    public static final String OPTION = "--accept-workloads";

    private static final Pattern CHECKSUM = Pattern.compile("[0-9a-f]{64}");
    private static final int SHORTENED = 12;
    private static final long LONGEST = 1 << 20;

    private final @Nullable Path list;

    private AcceptedWorkloads(@Nullable Path list) {
        this.list = list;
    }

    /** All of them. */
    public static AcceptedWorkloads all() {
        return new AcceptedWorkloads(null);
    }

    /**
     * Those of a list: lines with a checksum, and the workload's name for people, as {@code workload checksums} writes
     * them; {@code #} begins a comment.
     *
     * @param list null for all workloads
     * @throws IllegalArgumentException if it cannot be read; the message is for display
     */
    public static AcceptedWorkloads of(@Nullable Path list) {
        if (list == null) {
            return all();
        }
        AcceptedWorkloads accepted = new AcceptedWorkloads(list.toAbsolutePath());
        try {
            accepted.read();
        } catch (IOException e) {
            throw new IllegalArgumentException(unreadable(list, e), e);
        }
        return accepted;
    }

    /** The list; empty if all are accepted. */
    public Optional<Path> list() {
        return Optional.ofNullable(list);
    }

    /** Why these workloads are not run here; empty if they are. */
    public Optional<String> refusal(Collection<Workload> workloads) {
        return refusal(workloads.stream()
                .map(one -> Map.entry(one.id(), one.checksum()))
                .toList());
    }

    /**
     * The same before there are any, as what is to be fetched.
     *
     * @param checksums by id
     */
    public Optional<String> refusal(Map<String, String> checksums) {
        return refusal(List.copyOf(checksums.entrySet()));
    }

    private Optional<String> refusal(List<Map.Entry<String, String>> wanted) {
        Path file = list;
        if (file == null) {
            return Optional.empty();
        }
        Set<String> accepted;
        try {
            accepted = read();
        } catch (IOException e) {
            return Optional.of(unreadable(file, e));
        }
        return wanted.stream()
                .filter(one -> !accepted.contains(one.getValue()))
                .map(one -> "workload: " + one.getKey() + " with checksum " + shortened(one.getValue())
                        + " is not accepted by this agent (expected: one of the " + accepted.size() + " in " + file
                        + "; hint: who runs this machine can add its line of ./deskmeter workload checksums)")
                .findFirst();
    }

    /** Why a run profile is not run here beside its workloads; empty if it is. */
    public Optional<String> refusal(RunProfile profile) {
        return list == null || profile.handlers().handlers().isEmpty()
                ? Optional.empty()
                : Optional.of("handlers: " + profile.handlers().handlers().size()
                        + " of the run profile are not accepted by this agent (expected: none, because they may type anything and "
                        + OPTION + " lists workloads only; hint: handlers of a workload are part of it)");
    }

    private Set<String> read() throws IOException {
        Path file = list;
        Set<String> accepted = new HashSet<>();
        if (file == null) {
            return accepted;
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException("is no file");
        }
        if (Files.size(file) > LONGEST) {
            throw new IOException("has " + Files.size(file) + " bytes");
        }
        int number = 0;
        for (String line :
                Files.readString(file, StandardCharsets.UTF_8).lines().toList()) {
            number++;
            String content = line.replaceAll("#.*", "").strip();
            if (!content.isEmpty()) {
                String checksum = content.split("\\s+", 2)[0].toLowerCase(Locale.ROOT);
                if (!CHECKSUM.matcher(checksum).matches()) {
                    throw new IOException("line " + number + " has no checksum");
                }
                accepted.add(checksum);
            }
        }
        return accepted;
    }

    private static String unreadable(Path list, IOException e) {
        String why = e.getMessage() == null || e.getClass() != IOException.class ? "cannot be read" : e.getMessage();
        return OPTION + ": " + list + ": " + why
                + " (expected: lines with a checksum and a name, as ./deskmeter workload checksums writes them)";
    }

    private static String shortened(String checksum) {
        return checksum.length() > SHORTENED ? checksum.substring(0, SHORTENED) + "…" : checksum;
    }
}
