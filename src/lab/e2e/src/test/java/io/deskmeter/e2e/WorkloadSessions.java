package io.deskmeter.e2e;

import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Sessions of one workload on local desktops of the user of this process. */
final class WorkloadSessions implements AutoCloseable {
    private static final ThinkTime THINK = new ThinkTime(Duration.ofMillis(200), 0);

    private final AgentResources resources;
    private final Path state;
    private final Workload workload;
    private final Landmarks landmarks;
    private int started;

    private WorkloadSessions(AgentResources resources, Path state, Workload workload, Landmarks landmarks) {
        this.resources = resources;
        this.state = state;
        this.workload = workload;
        this.landmarks = landmarks;
    }

    /** @param state the folder of the desktops, with a short name */
    static WorkloadSessions open(Path state, String workloadId) throws Exception {
        Workload workload = IncludedWorkloads.load(workloadId);
        Landmarks landmarks = Landmarks.load(List.of(workload));
        return new WorkloadSessions(AgentResources.open(Platforms.here(), state), state, workload, landmarks);
    }

    /** Completes with the last phase of the session. */
    CompletableFuture<SessionUpdate.Phase> start(int iterations, SessionListener listener) {
        return start(iterations, listener, context -> context);
    }

    /** @param place where the session takes place, made from a context of plain local desktops */
    CompletableFuture<SessionUpdate.Phase> start(
            int iterations, SessionListener listener, UnaryOperator<SessionContext> place) {
        int number = started++;
        Planner planner = planner(iterations);
        SessionSettings settings = new SessionSettings(
                number,
                number,
                iterations,
                1280,
                800,
                iteration -> planner.iteration(number, iteration),
                Timeouts.DEFAULT);
        SessionContext context = resources.sessionContext(landmarks, () -> FrameRecorder.NONE);
        Session session = new Session(settings, place.apply(context), listener);
        session.start();
        return session.ended();
    }

    private Planner planner(int iterations) {
        return new Planner(
                new WorkloadProfile(
                        "sessions", List.of(workload.id()), iterations, 0, 0, THINK, WorkloadProfile.Order.FIXED, 1),
                List.of(workload));
    }

    /** Of one iteration. */
    int operations() {
        return planner(1).iteration(0, 0).size();
    }

    String workloadId() {
        return workload.id();
    }

    AgentResources resources() {
        return resources;
    }

    /** What the environment of each program of these sessions contains. */
    String mark() throws Exception {
        return "DESKMETER_APPLICATION=" + Files.readString(state.resolve("id")).strip() + "/";
    }

    @Override
    public void close() {
        resources.close();
    }
}
