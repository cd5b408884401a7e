package io.deskmeter.agent.tryout;

import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.targets.Calibration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Sessions without a controller, one after the other, on local desktops or on a target. To be closed.
 *
 * @param target null: a local desktop
 * @param desktop the size of a local one
 * @param seenThrough for people
 */
record Trial(
        AgentResources resources,
        TargetDisplays displays,
        @Nullable TrialTarget target,
        DesktopSize desktop,
        String seenThrough)
        implements AutoCloseable {

    /** A profile that works these workloads in their order. */
    static WorkloadProfile profile(List<String> ids, int iterations, Duration think) {
        return new WorkloadProfile(
                "try", ids, iterations, 0, 0, new ThinkTime(think, 0), WorkloadProfile.Order.FIXED, 1);
    }

    /** What its sessions look for. */
    Landmarks landmarks(List<Workload> loaded, Optional<Calibration> calibration) throws TemplateException {
        Landmarks landmarks = Landmarks.load(loaded, calibration);
        return target == null ? landmarks : target.with(landmarks);
    }

    /**
     * Works one session to its end, also when the program is interrupted.
     *
     * @param sightings receives what is seen of the landmarks
     */
    SessionUpdate.Phase work(
            WorkloadProfile profile,
            List<Workload> loaded,
            Landmarks landmarks,
            FrameRecorders recorders,
            LookAlikeNotes sightings,
            SessionListener listener)
            throws ExecutionException, InterruptedException {
        Planner planner = new Planner(profile, loaded);
        SessionSettings settings = new SessionSettings(
                0,
                0,
                profile.iterations(),
                desktop.width(),
                desktop.height(),
                iteration -> planner.iteration(0, iteration),
                target == null ? Timeouts.DEFAULT : target.timeouts(),
                target == null ? List.of() : target.handlers().handlers());
        SessionContext context = resources
                .sessionContext(landmarks, recorders)
                .seenBy(matcher -> new ObservingScreenMatcher(matcher, sightings));
        Session session = session(settings, context, listener);
        Thread interrupted = AgentThreads.thread("interrupted", () -> {
            session.stop(true, "interrupted");
            session.ended().join();
        });
        Runtime.getRuntime().addShutdownHook(interrupted);
        session.start();
        SessionUpdate.Phase end = session.ended().get();
        removeHook(interrupted);
        return end;
    }

    private Session session(SessionSettings settings, SessionContext context, SessionListener listener) {
        return target == null
                ? new Session(settings, context, listener)
                : target.session(settings, resources, displays, context, listener);
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending; the hook has already run.
            return;
        }
    }

    @Override
    public void close() {
        displays.close();
        resources.close();
    }
}
