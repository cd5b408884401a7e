package io.deskmeter.controller.web.machine;

import io.deskmeter.controller.enrolment.Enrolments;
import io.deskmeter.controller.enrolment.JoinTokenRecord;
import io.deskmeter.controller.fleet.AgentView;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.installation.Installation;
import io.deskmeter.controller.installation.InstallationStage;
import io.deskmeter.controller.installation.Installations;
import io.deskmeter.controller.installation.MachineNames;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.web.http.NotFoundException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The machines that are set up. */
@RestController
@RequestMapping("/api/v1/installations")
public class InstallationsController {
    /** Longer than any stage takes without a report. */
    static final Duration SILENT_AFTER = Duration.ofMinutes(2);

    private static final String HINT = "hint: ";
    private static final int MOST_REMEDY = 500;

    /** Of copies of one image: a thousand of them would have a million names in one answer. */
    private static final int MOST_NAMES = 10;

    private final Installations installations;
    private final Enrolments enrolments;
    private final Fleet fleet;
    private final InstantSource clock;

    InstallationsController(Installations installations, Enrolments enrolments, Fleet fleet, InstantSource clock) {
        this.installations = installations;
        this.enrolments = enrolments;
        this.fleet = fleet;
        this.clock = clock;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    public InstallationList list() {
        List<Installation> all = installations.all();
        Set<String> connected = fleet.views(Map.of()).stream()
                .filter(AgentView::connected)
                .map(AgentView::id)
                .collect(Collectors.toSet());
        Map<String, List<Installation>> bySetup = all.stream().collect(Collectors.groupingBy(Installation::setupId));
        Map<String, List<Installation>> byAgent = all.stream()
                .filter(one -> one.agent() != null)
                .collect(Collectors.groupingBy(one -> String.valueOf(one.agent())));
        Instant now = clock.instant();
        List<String> names = installations.expected();
        MachineNames expected = new MachineNames(names);
        List<InstallationView> views = all.stream()
                .map(one -> {
                    // One that has both in common is in both groups.
                    Stream<Installation> same = Stream.concat(
                            bySetup.getOrDefault(one.setupId(), List.of()).stream(),
                            byAgent.getOrDefault(String.valueOf(one.agent()), List.of()).stream()
                                    .filter(other -> !other.setupId().equals(one.setupId())));
                    List<Installation> others =
                            same.filter(other -> !other.id().equals(one.id())).toList();
                    boolean unexpected = !names.isEmpty() && !expected.contains(one.host());
                    return view(one, connected, others, unexpected, now);
                })
                .toList();
        MachineNames seen =
                new MachineNames(all.stream().map(Installation::host).toList());
        List<String> unseen =
                names.stream().filter(name -> !seen.contains(name)).toList();
        return new InstallationList(
                names.isEmpty() ? joining(all, now) : names.size(), !names.isEmpty(), unseen, views);
    }

    /** The names of the machines that are expected. */
    @GetMapping(path = "/expected", produces = MediaType.APPLICATION_JSON_VALUE)
    ExpectedMachines expected() {
        return new ExpectedMachines(installations.expected());
    }

    /** Says which machines are expected, in place of those before; none means that it is not known. */
    @PutMapping(path = "/expected", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void expect(@RequestBody ExpectedMachines machines) {
        if (machines.names() == null) {
            throw new InvalidRequestException("names: missing (expected: a list of host names, which may be empty)");
        }
        installations.expect(machines.names());
    }

    /** Of tokens that are valid now, and of those that machines have shown. */
    private int joining(List<Installation> all, Instant now) {
        Set<String> shown = all.stream()
                .filter(one -> one.joinToken() != null)
                .map(one -> String.valueOf(one.joinToken()))
                .collect(Collectors.toSet());
        return enrolments.tokens().stream()
                .filter(token -> !token.forController() && !token.withdrawn())
                .filter(token -> token.expiresAt().isAfter(now) || shown.contains(token.id()))
                .mapToInt(JoinTokenRecord::machines)
                .sum();
    }

    /** Takes a machine off the list; if its setup reports again, it is there again. Its agent stays. */
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String id) {
        if (!installations.remove(id)) {
            throw new NotFoundException("installation: " + id + " (expected: one of GET /api/v1/installations)");
        }
    }

    private static InstallationView view(
            Installation one, Set<String> connected, List<Installation> others, boolean unexpected, Instant now) {
        State state = state(one, now);
        return new InstallationView(
                one.id(),
                one.host(),
                state,
                one.stages(),
                one.exitCode(),
                remedy(one, state, !others.isEmpty()),
                one.agent(),
                one.agent() != null && connected.contains(one.agent()),
                one.version(),
                one.optimisations(),
                others.stream()
                        .map(Installation::host)
                        .distinct()
                        .limit(MOST_NAMES)
                        .sorted()
                        .toList(),
                others.size(),
                unexpected,
                one.startedAt(),
                one.seenAt());
    }

    private static State state(Installation one, Instant now) {
        if (one.failed().isPresent()) {
            return State.FAILED;
        }
        if (!one.ended()) {
            return one.seenAt().plus(SILENT_AFTER).isBefore(now) ? State.SILENT : State.RUNNING;
        }
        return one.stages().stream().anyMatch(stage -> stage.grade() == InstallationStage.Grade.WARNING)
                ? State.WARNING
                : State.DONE;
    }

    private static String remedy(Installation one, State state, boolean hasCopies) {
        if (state == State.SILENT) {
            return "start the same command on the machine again: what was done stays, and the rest is done";
        }
        if (hasCopies) {
            return "machines made of one image need identities of their own: prepare the image with"
                    + " `deskmeter agent setup --image`";
        }
        return one.failed().map(stage -> hint(stage.detail())).orElse("");
    }

    /** The words of the machine, which may be anything. */
    private static String hint(String detail) {
        int at = detail.lastIndexOf(HINT);
        if (at < 0) {
            return "";
        }
        String hint = detail.substring(at + HINT.length()).strip();
        String open = hint.endsWith(")") ? hint.substring(0, hint.length() - 1) : hint;
        return open.length() <= MOST_REMEDY ? open : open.substring(0, MOST_REMEDY - 1) + "…";
    }

    /** How far the setup of a machine is. */
    enum State {
        /** It goes on. */
        RUNNING,
        /** It goes on, but has told nothing for two minutes. */
        SILENT,
        /** A stage has failed. */
        FAILED,
        /** It is done, and a stage has found something that is worth a look. */
        WARNING,
        DONE
    }

    /**
     * All machines on which a setup was started.
     *
     * @param expected how many machines are expected: those of the list of names; without one, how many the join tokens
     *     are for that are valid, or were shown by one of these machines
     * @param named whether there is a list of names
     * @param unseen names of that list of which no machine is among these, sorted
     * @param installations the newest first
     */
    public record InstallationList(
            int expected, boolean named, List<String> unseen, List<InstallationView> installations) {}

    /**
     * Which machines are expected.
     *
     * @param names host names, in any case, with or without a domain; blank ones are left out
     */
    record ExpectedMachines(@Nullable List<String> names) {}

    /**
     * A machine on which a setup was started, as of its last report.
     *
     * @param stages that have begun, in their order
     * @param exitCode of {@code agent setup}; 0 while it goes on
     * @param remedy what a person can do; empty if there is nothing, or it is not known
     * @param agent as which it has joined; null if it has not
     * @param connected whether this agent is connected now
     * @param optimisations profile and checksum of the set that is applied; empty if none is
     * @param sameIdentity hosts that have the identity of this one, as copies of one image do; ten at most
     * @param copies how many machines have it besides this one
     * @param unexpected whether there is a list of names, and this machine is not on it
     * @param startedAt when the setup has begun
     * @param seenAt when its last report came
     */
    @Schema(name = "Installation")
    record InstallationView(
            String id,
            String host,
            State state,
            List<InstallationStage> stages,
            int exitCode,
            String remedy,
            @Nullable String agent,
            boolean connected,
            String version,
            String optimisations,
            List<String> sameIdentity,
            int copies,
            boolean unexpected,
            Instant startedAt,
            Instant seenAt) {}
}
