package io.deskmeter.controller.web.machine;

import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.enrolment.EnrolledAgent;
import io.deskmeter.controller.enrolment.Enrolments;
import io.deskmeter.controller.enrolment.IssuingController;
import io.deskmeter.controller.enrolment.JoinTokenRecord;
import io.deskmeter.controller.enrolment.MachineAddress;
import io.deskmeter.controller.web.http.ConflictException;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.controller.web.http.UnavailableException;
import io.deskmeter.link.server.LinkServer;
import io.deskmeter.text.CommandName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Machines that may become agents, and those that have. */
@RestController
@RequestMapping("/api/v1/enrolments")
class EnrolmentsController {
    private final Enrolments enrolments;
    private final ObjectProvider<LinkServer> link;
    private final ObjectProvider<MachineAddress> address;

    EnrolmentsController(
            Enrolments enrolments, ObjectProvider<LinkServer> link, ObjectProvider<MachineAddress> address) {
        this.enrolments = enrolments;
        this.link = link;
        this.address = address;
    }

    /** Makes a join token. Its text is in this answer only. */
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    NewToken make(@RequestBody TokenRequest request) {
        UnavailableException.unlessOpen(link);
        MachineAddress where = address.getIfAvailable();
        if (where == null) {
            throw new ConflictException(
                    "this controller listens for agents of its own machine only (expected: one that was started with --agents ADDRESS:PORT)");
        }
        Duration valid = Duration.ofSeconds(request.validSeconds() == null ? 3600 : request.validSeconds());
        boolean forController = Boolean.TRUE.equals(request.asController());
        Enrolments.Made made = forController
                ? enrolments.makeForController(valid)
                : enrolments.make(
                        request.machines() == null ? 1 : request.machines(),
                        request.labels() == null ? List.of() : request.labels(),
                        valid);
        return new NewToken(
                made.token().id(),
                made.text(),
                forController
                        ? CommandName.in(
                                "./deskmeter controller --authority-of " + where.text() + " --join " + made.text())
                        : joining("agent", where, made),
                forController ? null : joining("agent setup", where, made),
                made.token().expiresAt());
    }

    /**
     * A line for the shells of all systems. Their echo is no process, so the token is in no list of processes; that of
     * an agent would have it as long as the agent runs.
     */
    private static String joining(String command, MachineAddress where, Enrolments.Made made) {
        return CommandName.in(
                "echo " + made.text() + " | ./deskmeter " + command + " --controller " + where.text() + " --join -");
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    List<TokenView> list() {
        return enrolments.tokens().stream().map(TokenView::of).toList();
    }

    /** Nobody joins with this token any more; machines that have joined stay. */
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void withdraw(@PathVariable String id) {
        if (!enrolments.withdraw(id)) {
            throw new NotFoundException("enrolment: " + id + " (expected: one of GET /api/v1/enrolments)");
        }
    }

    @GetMapping(path = "/agents", produces = MediaType.APPLICATION_JSON_VALUE)
    List<EnrolledAgent> agents() {
        return enrolments.agents();
    }

    /** The agent's link ends, and stays refused. */
    @PostMapping(path = "/agents/{id}/revocation", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke(@PathVariable String id, @RequestBody Revocation revocation) {
        AuditedRequest.tell(Objects.requireNonNullElse(revocation.reason(), ""));
        if (!enrolments.revoke(id, revocation.reason() == null ? "" : revocation.reason())) {
            throw new NotFoundException("agent: " + id + " (expected: one of GET /api/v1/enrolments/agents)");
        }
    }

    /** Those that issue certificates for this store's authority. */
    @GetMapping(path = "/controllers", produces = MediaType.APPLICATION_JSON_VALUE)
    List<IssuingController> controllers() {
        return enrolments.controllers();
    }

    /** Certificates that the controller has issued are refused, and the links of their agents end. */
    @PostMapping(path = "/controllers/{id}/revocation", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revokeController(@PathVariable String id, @RequestBody Revocation revocation) {
        AuditedRequest.tell(Objects.requireNonNullElse(revocation.reason(), ""));
        if (!enrolments.revokeController(id, revocation.reason() == null ? "" : revocation.reason())) {
            throw new NotFoundException("controller: " + id + " (expected: one of GET /api/v1/enrolments/controllers)");
        }
    }

    /**
     * For whom a token is made.
     *
     * @param asController whether for another controller of the store, which is then to issue certificates for this
     *     authority; machines and labels do not count
     * @param machines how many may join; 1 if null
     * @param labels of the agents that join; none if null
     * @param validSeconds for how long; an hour if null
     */
    record TokenRequest(
            @Nullable Boolean asController,
            @Nullable Integer machines,
            @Nullable List<String> labels,
            @Nullable Integer validSeconds) {}

    /**
     * A new join token.
     *
     * @param token its text, a secret
     * @param command to paste on the machine
     * @param setupCommand to paste on a machine that is set up, too; null for a controller
     */
    record NewToken(
            String id,
            String token,
            String command,
            @Nullable String setupCommand,
            Instant expiresAt) {}

    /**
     * A join token without its secret.
     *
     * @param forController whether another controller joins with it, and no agent
     * @param machines how many may join
     * @param joined how many have
     */
    record TokenView(
            String id,
            boolean forController,
            List<String> labels,
            int machines,
            int joined,
            Instant createdAt,
            Instant expiresAt,
            boolean withdrawn) {
        static TokenView of(JoinTokenRecord token) {
            return new TokenView(
                    token.id(),
                    token.forController(),
                    token.labels(),
                    token.machines(),
                    token.joined(),
                    token.createdAt(),
                    token.expiresAt(),
                    token.withdrawn());
        }
    }

    /** @param reason for the person at the agent; may be null */
    record Revocation(@Nullable String reason) {}
}
