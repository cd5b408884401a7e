package io.deskmeter.bench.truth;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.testkit.truth.Answer;
import io.deskmeter.testkit.truth.TruthProgram;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The true time is the one that the program reports. */
record SelfReportedTruthScreen(Opening opening, TruthProgram program, BlockingQueue<Answer> answers, Closing closing)
        implements TruthScreen {
    private static final long TIMEOUT_SECONDS = 20;

    /** Opens a screen. */
    interface Opening {
        CompletableFuture<Screen> open(FrameListener listener, Executor executor);
    }

    /** Ends the programs of the truth screen. */
    interface Closing {
        void close() throws Exception;
    }

    @Override
    public CompletableFuture<Screen> open(FrameListener listener, Executor executor) {
        return opening.open(listener, executor);
    }

    @Override
    public void arm(long number, long delayNanos) throws IOException {
        program.arm(number, delayNanos);
    }

    @Override
    public void expect() {
        // The program needs no information.
    }

    @Override
    public Truth truth(long number) throws Exception {
        return Truth.of(answer(number));
    }

    /** Answers of trials that have timed out are ignored. */
    Answer answer(long number) throws InterruptedException, IOException {
        Answer answer = answers.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        while (answer != null && answer.number() != number) {
            answer = answers.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        if (answer == null) {
            throw new IOException("truth program: nothing of answer " + number + " within " + TIMEOUT_SECONDS
                    + " s (expected: a report; hint: check that the key reached it)");
        }
        return answer;
    }

    @Override
    public void close() throws Exception {
        try {
            program.close();
        } finally {
            closing.close();
        }
    }
}
