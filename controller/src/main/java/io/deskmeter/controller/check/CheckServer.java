package io.deskmeter.controller.check;

import io.deskmeter.controller.access.caller.AccessTokens;
import io.deskmeter.controller.access.caller.TokenAuthentication;
import io.deskmeter.controller.accounts.AccountStore;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.fleet.ClientAgentIds;
import io.deskmeter.controller.fleet.DrainState;
import io.deskmeter.controller.fleet.Fleet;
import io.deskmeter.controller.rights.RefusedMessages;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.server.LinkException;
import io.deskmeter.link.server.LinkServer;
import io.deskmeter.link.server.LinkServerSettings;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/**
 * What a check needs of a controller: the checks themselves, the accounts, and a port of this machine for agents. It
 * has no web pages, no REST and no store, whose start takes most of the time of a short check.
 */
public final class CheckServer implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    private final Path data;
    private final AccountStore accounts;
    private final CheckedAgents agents;
    private final PreflightCheck checks;
    private final LinkServer link;

    private CheckServer(
            Path data, AccountStore accounts, CheckedAgents agents, PreflightCheck checks, LinkServer link) {
        this.data = data;
        this.accounts = accounts;
        this.agents = agents;
        this.checks = checks;
        this.link = link;
    }

    /**
     * Starts one on a free port.
     *
     * @param data existing folder with the accounts, which no controller uses; it gets secrets for the agents
     * @param key with which the accounts are sealed
     * @throws IOException if the secrets cannot be read or written; the message is for people
     */
    public static CheckServer start(Path data, SecretsKey key, WorkloadCatalog catalog)
            throws IOException, LinkException {
        AccessTokens tokens = AccessTokens.open(data);
        InstantSource wall = InstantSource.system();
        Fleet fleet = new Fleet(DrainState.NONE, ClientAgentIds.NOT_STORED, wall);
        AgentCheckRequests requests = new AgentCheckRequests(fleet);
        CheckedAgents agents = new CheckedAgents(fleet, requests);
        LinkServer link = LinkServer.start(
                LinkServerSettings.on(HOST, 0)
                        .withAuthentication(new TokenAuthentication(
                                tokens,
                                fleet,
                                new RefusedMessages(new SimpleMeterRegistry()),
                                ticket -> false,
                                id -> false)),
                agents);
        AccountStore accounts = new AccountStore(data, key, wall);
        return new CheckServer(
                data,
                accounts,
                agents,
                new PreflightCheck(
                        catalog,
                        accounts,
                        fleet,
                        requests,
                        new ProvedTexts(System::nanoTime),
                        System::nanoTime,
                        wall,
                        new InternalFaults(wall)),
                link);
    }

    /** Where agents dial: {@code 127.0.0.1:41234}. */
    public String linkAddress() {
        return HOST + ":" + link.port();
    }

    /** The file with the secret of a role. */
    public Path tokenFile(TokenRole role) {
        return data.resolve(role.file());
    }

    public AccountStore accounts() {
        return accounts;
    }

    /** Completed when the first agent has connected. */
    public CompletableFuture<Void> firstAgent() {
        return agents.first();
    }

    /** See {@link PreflightCheck#check(String, String, CheckListener, CompletableFuture)}. */
    public CheckReport check(String fileName, String yaml, CheckListener listener, CompletableFuture<?> agentsThere) {
        return checks.check(fileName, yaml, listener, agentsThere);
    }

    @Override
    public void close() {
        link.close();
        checks.close();
    }
}
