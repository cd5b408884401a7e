package io.deskmeter.controller.installation;

import io.deskmeter.controller.installation.InstallationStage.Grade;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A machine on which {@code agent setup} was started, as of its last report.
 *
 * @param id by which this controller knows it
 * @param setupId made on the machine at its first setup
 * @param host name of the machine, for display
 * @param agent as which it has joined; null until then
 * @param joinToken id of the token that it has shown first; null if it has only shown a certificate
 * @param optimisations profile and checksum of the set that is applied; empty if none is
 * @param stages that have begun, in their order
 * @param exitCode of a setup that has ended
 * @param startedAt when this setup has told its first stage
 * @param seenAt when its last report came
 * @param attempt made at each start of the setup; empty from an agent that does not say
 * @param number of its last report, counted in this attempt
 */
public record Installation(
        String id,
        String setupId,
        String host,
        @Nullable String agent,
        @Nullable String joinToken,
        String version,
        String optimisations,
        List<InstallationStage> stages,
        boolean ended,
        int exitCode,
        Instant startedAt,
        Instant seenAt,
        String attempt,
        int number) {
    public Installation {
        stages = List.copyOf(stages);
    }

    /** The stage that has failed; empty if none has. */
    public Optional<InstallationStage> failed() {
        return stages.stream().filter(stage -> stage.grade() == Grade.FAILED).findFirst();
    }
}
