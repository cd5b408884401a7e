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

/** The truth is what the program tells of itself. */
record ToldBed(Opening opening, TruthProgram program, BlockingQueue<Answer> answers, Closing closing) implements Bed {
    private static final long PATIENCE_SECONDS = 20;

    /** Opens a screen. */
    interface Opening {
        CompletableFuture<Screen> open(FrameListener listener, Executor executor);
    }

    /** Ends what the bed has started. */
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
        // The program knows by itself.
    }

    @Override
    public Truth truth(long number) throws Exception {
        return Truth.of(answer(number));
    }

    /** Answers of trials that were given up are passed over. */
    Answer answer(long number) throws InterruptedException, IOException {
        Answer answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        while (answer != null && answer.number() != number) {
            answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        if (answer == null) {
            throw new IOException("truth program: nothing of answer " + number + " within " + PATIENCE_SECONDS
                    + " s (expected: to be told; did the key reach it?)");
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
