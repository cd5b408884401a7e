package io.deskmeter.bench.sim.agent;

import io.deskmeter.agent.client.ClientAgent;
import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.Joining;
import io.deskmeter.agent.client.run.SessionFactory;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.sim.desktop.SimDesktops;
import io.deskmeter.bench.sim.desktop.SimFaults;
import io.deskmeter.bench.sim.desktop.SimSessionFactory;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * An agent whose desktops are simulated, unless {@code --real} is given; everything else is the agent's own code: link,
 * spool, sessions, image search. Prints {@value #READY} when it connects, then executes the lines of its input:
 * {@code lose N} breaks the connections to that many desktops, {@code running} prints the number of remaining desktops
 * and sessions, {@code faults} and four numbers sets {@link SimFaults} for later runs, {@code tally FILE} names another
 * file for what later sessions measure, and for when the program stands still. Ends with its input.
 */
@Command(name = "sim-agent")
public final class SimAgentMain implements Callable<Integer> {
    static final String READY = "READY";
    static final String LOST = "LOST";
    static final String RUNNING = "RUNNING";
    static final String SET = "SET";

    /** Less than what an agent tells of itself: threads do not stand still equally long. */
    private static final Duration STANDSTILL = Duration.ofMillis(150);

    @Option(names = "--controller", required = true)
    private String controller = "";

    @Option(names = "--workloads", required = true)
    private Path workloads = Path.of("");

    @Option(names = "--state", required = true)
    private Path state = Path.of("");

    @Option(names = "--token-file")
    private @Nullable Path tokenFile;

    @Option(names = "--join")
    private @Nullable String join;

    @Option(names = "--tally", required = true)
    private Path tally = Path.of("");

    @Option(names = "--name")
    private String name = "sim";

    @Option(names = "--sessions")
    private int sessions;

    @Option(names = "--real")
    private boolean real;

    @Option(names = "--seed")
    private long seed = 1;

    @Spec
    private @Nullable CommandSpec spec;

    private SimAgentMain() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new SimAgentMain()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        LinkAddress address = LinkAddress.parse("--controller", controller);
        ScheduledExecutorService timers = new ScheduledThreadPoolExecutor(1);
        // The remains of a killed agent.
        ContentFolders.delete(state.resolve("homes"));
        SimDesktops desktops = new SimDesktops(state.resolve("homes"), seed, timers);
        try (TimingLog notes = new TimingLog(tally)) {
            SimSessionFactory simulated = new SimSessionFactory(desktops, timers);
            work(address, desktops, own -> new NotingSessions(real ? own : simulated, notes));
        } finally {
            timers.shutdownNow();
        }
        return 0;
    }

    private void work(LinkAddress address, SimDesktops desktops, Function<SessionFactory, NotingSessions> factory)
            throws Exception {
        AtomicReference<NotingSessions> noting = new AtomicReference<>();
        AgentIdentity identity = AgentIdentity.open(Platforms.here().files(), state, name, List.of(), sessions);
        LinkClientSettings plain = LinkClientSettings.to(address.host(), address.port());
        Optional<MachineIdentity> joined =
                Joining.identity(state, address, Optional.ofNullable(join).map(JoinToken::parse), name);
        ClientAgent agent = ClientAgent.start(
                Platforms.here(),
                joined.map(machine -> identity.withId(machine.agentId())).orElse(identity),
                WorkloadCatalog.open(workloads),
                joined.isPresent()
                        ? plain.withTls(LinkTls.agent(joined.get()::current))
                        : plain.withToken(TokenSource.of(Objects.requireNonNull(tokenFile))),
                state,
                own -> {
                    noting.set(factory.apply(own));
                    return noting.get();
                });
        NotingSessions sessions = Objects.requireNonNull(noting.get(), "its start calls the factory");
        try (PauseDetector unused = PauseDetector.watch(STANDSTILL, sessions::noteStandstill)) {
            obey(desktops, sessions);
        } finally {
            agent.close();
        }
    }

    private void obey(SimDesktops desktops, NotingSessions sessions) throws IOException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        out.println(READY);
        out.flush();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("lose ")) {
                out.println(LOST + " " + desktops.lose(Integer.parseInt(line.substring(5))));
            } else if (line.equals("running")) {
                out.println(RUNNING + " " + (desktops.running() + realDesktops() + sessions.atWork()));
            } else if (line.startsWith("faults ")) {
                desktops.faults(SimFaults.parse(line.substring(7)));
                out.println(SET);
            } else if (line.startsWith("tally ")) {
                sessions.note(new TimingLog(Path.of(line.substring(6))));
                out.println(SET);
            } else {
                throw new IOException(
                        "line: \"" + line + "\" (expected: lose N, running, tally FILE, or faults and four numbers)");
            }
            out.flush();
        }
    }

    /** X servers of this agent: their command lines name its folder. */
    private long realDesktops() {
        String folder = state.resolve("desktops").toString();
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::info)
                .filter(process -> process.command().orElse("").contains("Xvnc"))
                .filter(process -> process.commandLine().orElse("").contains(folder))
                .count();
    }
}
