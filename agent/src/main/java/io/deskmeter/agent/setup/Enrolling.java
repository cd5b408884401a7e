package io.deskmeter.agent.setup;

import io.deskmeter.agent.client.identity.Joining;
import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.agent.setup.stage.StageResult;
import io.deskmeter.agent.setup.stage.StageResult.Grade;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.tls.EnrolmentRefusedException;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.JoinKey;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The stage that makes a machine a client agent. A machine that has joined asks the controller whether it still accepts
 * its certificate: the file does not say that the machine was revoked. Where nobody can be asked, the result says so.
 */
final class Enrolling {
    static final String REFUSED = "refused";
    static final String UNREACHABLE = "unreachable";
    static final String OTHER_AUTHORITY = "other authority";
    static final String TOKEN_EXPIRED = "token expired";
    static final String TOKEN_USED_UP = "token used up";
    static final String TOKEN_WITHDRAWN = "token withdrawn";
    /** The controller has revoked the certificate. */
    static final String REVOKED = "revoked";
    /** The certificate is valid no more, by the clock of this machine. */
    static final String ENDED = "ended";

    /**
     * The files of an agent's identity, which a golden image must not have; also with what {@link AtomicFile} puts
     * before and behind the names of files that are being written.
     */
    private static final Pattern IDENTITY = Pattern.compile("agent-id|\\.?(identity\\.pem|join\\.key)([.-].*)?");

    private final Setup.Settings settings;
    private final SetupSystem system;
    private final WriteHook step;
    private final Optional<SetupReporter> reporter;

    /** @param reporter to the controller; empty without one */
    Enrolling(Setup.Settings settings, SetupSystem system, WriteHook step, Optional<SetupReporter> reporter) {
        this.settings = settings;
        this.system = system;
        this.step = step;
        this.reporter = reporter;
    }

    StageResult result(SetupState state) throws IOException {
        if (settings.image()) {
            return image(state);
        }
        Optional<MachineIdentity> joined = MachineIdentity.read(settings.agentState());
        boolean canJoin = settings.controller().isPresent() && settings.token().isPresent();
        if (joined.isEmpty()) {
            return canJoin
                    ? join("", Optional.empty())
                    : StageResult.ok(
                            AgentSetupStage.ENROL, "postponed", List.of("no --controller and token were given"));
        }
        MachineIdentity identity = joined.get();
        // A setup may have been killed before it did so, and be started again without the token that it has used.
        system.giveToAgent(settings.agentState().resolve(MachineIdentity.FILE));
        if (canJoin && !isOfToken(identity)) {
            return join(", in place of " + agent(identity) + " of another controller", Optional.empty());
        }
        if (identity.hasEnded()) {
            StageResult ended = StageResult.failed(
                    AgentSetupStage.ENROL,
                    ENDED,
                    "the certificate of " + agent(identity) + " ended at " + until(identity)
                            + " (expected: a valid one; hint: if the clock of this machine is right, give a new join token, as ./deskmeter enrol prints it)");
            return canJoin
                    ? join(", in place of " + agent(identity) + ", whose certificate ended", Optional.of(ended))
                    : ended;
        }
        return asked(identity, canJoin);
    }

    private StageResult image(SetupState state) throws IOException {
        state.removeSetupId();
        if (Files.exists(settings.agentState())) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(
                    settings.agentState(),
                    file -> IDENTITY.matcher(String.valueOf(file.getFileName())).matches())) {
                for (Path file : files) {
                    step.about("remove an identity");
                    Files.delete(file);
                }
            }
        }
        return StageResult.ok(
                AgentSetupStage.ENROL,
                "postponed",
                List.of("an image: no identity, no certificate; each machine joins for itself"));
    }

    private boolean isOfToken(MachineIdentity identity) {
        return settings.token()
                .filter(token -> token.authority()
                        .equals(Fingerprint.of(identity.current().authority())))
                .isPresent();
    }

    private static Instant until(MachineIdentity identity) {
        return identity.current().certificate().getNotAfter().toInstant();
    }

    private static String agent(MachineIdentity identity) {
        return "agent " + identity.agentId();
    }

    private StageResult asked(MachineIdentity identity, boolean canJoin) throws IOException {
        if (canJoin) {
            system.provideAgentState();
            system.giveToAgent(settings.agentState().resolve(MachineIdentity.FILE));
            JoinKey.remove(settings.agentState());
        }
        if (reporter.isEmpty()) {
            return StageResult.ok(
                    AgentSetupStage.ENROL,
                    "already",
                    List.of(
                            "as " + agent(identity),
                            "the certificate is valid until " + until(identity)
                                    + "; no controller was asked whether it accepts it: no --controller was given"));
        }
        try {
            reporter.get().ask(identity);
            return StageResult.ok(
                    AgentSetupStage.ENROL,
                    "already",
                    List.of("as " + agent(identity), "the controller accepts the certificate"));
        } catch (EnrolmentRefusedException e) {
            if (!e.isRevocation()) {
                return unknown(identity, e);
            }
            StageResult revoked = StageResult.failed(AgentSetupStage.ENROL, REVOKED, FaultText.message(e));
            return canJoin
                    ? join(", in place of " + agent(identity) + ", which was revoked", Optional.of(revoked))
                    : revoked;
        } catch (IOException e) {
            return unknown(identity, e);
        }
    }

    /** A setup needs no controller that answers, so this is no failure. */
    private static StageResult unknown(MachineIdentity identity, IOException why) {
        return new StageResult(
                AgentSetupStage.ENROL,
                "already",
                Grade.WARNING,
                List.of(
                        "it is not known whether the controller accepts the certificate: " + FaultText.message(why),
                        "as " + agent(identity)));
    }

    /**
     * Joins with the token.
     *
     * @param instead of what, for display; empty if of nothing
     * @param otherwise what is true if the token is refused; empty if only that
     */
    private StageResult join(String instead, Optional<StageResult> otherwise) throws IOException {
        system.provideAgentState();
        try {
            MachineIdentity joined = Joining.anew(
                    settings.agentState(),
                    settings.controller().orElseThrow(),
                    settings.token().orElseThrow(),
                    settings.host());
            system.giveToAgent(settings.agentState().resolve(MachineIdentity.FILE));
            return StageResult.ok(AgentSetupStage.ENROL, "enrolled", List.of("as " + agent(joined) + instead));
        } catch (EnrolmentRefusedException e) {
            return otherwise
                    .map(result -> StageResult.failed(
                            AgentSetupStage.ENROL,
                            result.word(),
                            String.join("; ", result.details()) + "; with the join token: " + FaultText.message(e)))
                    .orElseGet(() -> StageResult.failed(AgentSetupStage.ENROL, word(e.why()), FaultText.message(e)));
        } catch (IOException e) {
            return StageResult.failed(AgentSetupStage.ENROL, UNREACHABLE, FaultText.message(e));
        }
    }

    private static String word(EnrolmentRefusedException.Why why) {
        return switch (why) {
            case OTHER_AUTHORITY -> OTHER_AUTHORITY;
            case TOKEN_EXPIRED -> TOKEN_EXPIRED;
            case TOKEN_USED_UP -> TOKEN_USED_UP;
            case TOKEN_WITHDRAWN -> TOKEN_WITHDRAWN;
            case OTHER, REVOKED -> REFUSED;
        };
    }
}
