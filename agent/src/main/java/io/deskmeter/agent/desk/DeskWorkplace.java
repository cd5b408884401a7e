package io.deskmeter.agent.desk;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.rdp.LogonWatch;
import io.deskmeter.agent.session.AppHost;
import io.deskmeter.agent.session.Patience;
import io.deskmeter.agent.session.Workplace;
import io.deskmeter.agent.step.Programs;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.link.v1.DeskCloseVisit;
import io.deskmeter.link.v1.DeskMessage;
import io.deskmeter.link.v1.DeskOpenVisit;
import io.deskmeter.link.v1.DeskRun;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.workload.Step;
import io.deskmeter.workload.Workload;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A session elsewhere that is driven from here: its display is opened and logged on to, its desktop agent makes visits ready, and its
 * applications are launched by a click on the dock.
 */
final class DeskWorkplace implements Workplace {
    private final DeskSession there;
    private final Patience patience;
    private final LongSupplier nanoTime;
    private final CompletableFuture<Void> prepared = new CompletableFuture<>();
    private volatile @Nullable RemoteApp app;

    DeskWorkplace(DeskSession there, Patience patience, LongSupplier nanoTime) {
        this.there = there;
        this.patience = patience;
        this.nanoTime = nanoTime;
        there.desk().listen(this::heard);
    }

    private void heard(DeskMessage message) {
        RemoteApp running = app;
        if (running != null && message.hasAppExited()) {
            running.ended(
                    message.getAppExited().getCode(), message.getAppExited().getTail());
        }
    }

    @Override
    public CompletableFuture<Screen> connect(FrameListener listener, Executor executor) {
        var unused = there.prepare(true, patience.logon()).whenComplete((nothing, failure) -> {
            if (failure == null) {
                prepared.complete(null);
            } else {
                prepared.completeExceptionally(failure);
            }
        });
        return there.display(listener, executor);
    }

    @Override
    public Optional<LogonWatch> logon(long firedAt) {
        return there.venue().logon(firedAt);
    }

    @Override
    public CompletableFuture<Void> prepared() {
        return prepared;
    }

    @Override
    public String waitsFor() {
        return there.waitsFor();
    }

    @Override
    public CompletableFuture<AppHost> open(Workload workload, int number) {
        return there.desk()
                .call(message -> message.setOpenVisit(
                        DeskOpenVisit.newBuilder().setWorkload(workload.id()).setNumber(number)))
                .thenApply(detail -> new Host());
    }

    @Override
    public void close() {
        there.end();
    }

    private final class Host implements AppHost {
        @Override
        public Optional<Step.Click> launcher() {
            return Optional.of(new Step.Click(new Step.Place.On(Landmarks.TILE, 0, 0), 1, 1));
        }

        @Override
        public Programs.Started launch() {
            RemoteApp launched = new RemoteApp();
            app = launched;
            return new Programs.Started(launched, Timing.NEVER);
        }

        @Override
        public CompletableFuture<Long> run(Step.Run run) {
            long firedAt = nanoTime.getAsLong();
            return there.desk()
                    .call(message -> message.setRun(DeskRun.newBuilder().addAllCommand(run.command())))
                    .thenApply(detail -> firedAt);
        }

        @Override
        public CompletableFuture<Void> close() {
            app = null;
            return there.desk()
                    .call(message -> message.setCloseVisit(DeskCloseVisit.getDefaultInstance()))
                    .thenApply(detail -> null);
        }
    }

    /** The application of a visit, as far as is told of it. */
    private static final class RemoteApp implements AppProcess {
        private final CompletableFuture<Integer> exited = new CompletableFuture<>();
        private volatile String tail = "";

        private void ended(int code, String last) {
            tail = last;
            exited.complete(code);
        }

        @Override
        public boolean alive() {
            return !exited.isDone();
        }

        @Override
        public CompletableFuture<Integer> exited() {
            return exited;
        }

        /** The end of the visit does. */
        @Override
        public void kill() {}

        @Override
        public String tail() {
            return tail;
        }
    }
}
