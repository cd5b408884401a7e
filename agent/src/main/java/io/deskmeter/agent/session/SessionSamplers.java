package io.deskmeter.agent.session;

import io.deskmeter.agent.clip.ClipSampler;
import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.agent.gesture.Gesture;
import io.deskmeter.agent.gesture.GestureSampler;
import io.deskmeter.agent.gesture.SentInputs;
import io.deskmeter.agent.sample.OperationSampler;
import io.deskmeter.agent.sample.PictureSampler;
import io.deskmeter.agent.sample.SampleRecorder;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.workload.metric.MetricSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** All samplers of a session. Used on its executor. */
final class SessionSamplers {
    private final SampleRecorder recorder;
    private final ClipSampler clips;
    private final GestureSampler gestures;
    private final List<OperationSampler> all;

    /**
     * For one session.
     *
     * @param owner the session's executor
     * @param guard runs what a timer starts, and copes with its errors
     */
    SessionSamplers(
            SessionContext context,
            ScreenMatcher screenMatcher,
            SampleRecorder recorder,
            Executor owner,
            Consumer<Runnable> guard) {
        this.recorder = recorder;
        clips = new ClipSampler(
                screenMatcher,
                context.nanoTime(),
                new ResettableTimer(context.timers(), owner),
                guard,
                owner,
                context.pool(),
                recorder,
                context.frameRecorders().openSeconds());
        gestures = new GestureSampler(
                context.nanoTime(), recorder, context.frameRecorders().openGestures());
        PictureSampler pictures = new PictureSampler(
                screenMatcher, context.nanoTime(), new ResettableTimer(context.timers(), owner), guard, recorder);
        all = List.of(pictures, clips, gestures);
    }

    /** Blocks of this source will be observed. */
    void listenTo(SoundSource source) {
        clips.listensTo(source);
    }

    /** There will be no sound. */
    void hearNothing(String why) {
        clips.hearsNothing(why);
    }

    /** A gesture is about to be made; see {@link GestureSampler#begin}. */
    SentInputs begin(Gesture gesture, Optional<Path> content) {
        return gestures.begin(gesture, content);
    }

    /** A sample of a whole iteration: it belongs to no operation. */
    void iteration(int session, int iteration, MetricSource source, SeriesValue value) {
        recorder.iteration(session, iteration, source, value);
    }

    /** Tells each of them what happens. */
    void each(Consumer<OperationSampler> told) {
        each(all, told);
    }

    /** An error of one keeps no other one from being told; the first is thrown when all have been. */
    static void each(List<? extends OperationSampler> samplers, Consumer<OperationSampler> told) {
        Throwable first = null;
        for (OperationSampler sampler : samplers) {
            try {
                told.accept(sampler);
            } catch (RuntimeException | Error e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first instanceof Error error) {
            throw error;
        }
        if (first instanceof RuntimeException exception) {
            throw exception;
        }
    }
}
