package io.deskmeter.bench.truth;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.testkit.truth.Answer;
import io.deskmeter.testkit.truth.Relay;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Behind a network the true time is that at which the last byte of the response had arrived. */
record RelayedTruthScreen(SelfReportedTruthScreen told, Relay relay) implements TruthScreen {
    @Override
    public CompletableFuture<Screen> open(FrameListener listener, Executor executor) {
        return told.open(listener, executor);
    }

    @Override
    public void arm(long number, long delayNanos) throws Exception {
        told.arm(number, delayNanos);
    }

    @Override
    public void expect() {
        // The server has the time of the write, the relay that of the arrival.
    }

    @Override
    public Truth truth(long number) throws Exception {
        Answer answer = told.answer(number);
        Relay.Arrival arrival = relay.arrival(answer.bytes());
        return new Truth(answer.inputAt(), arrival.from(), arrival.by());
    }

    @Override
    public void close() throws Exception {
        try {
            told.close();
        } finally {
            relay.close();
        }
    }
}
