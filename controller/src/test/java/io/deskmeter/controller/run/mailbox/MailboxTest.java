package io.deskmeter.controller.run.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private final AtomicLong now = new AtomicLong();
    private final Mailbox mailbox = new Mailbox(Thread::new, now::get);
    private final MailboxTimes times = new MailboxTimes();

    @AfterEach
    void close() {
        mailbox.shutdownNow();
    }

    private void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private void awaitUninterruptibly(CountDownLatch latch) {
        try {
            await(latch);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Handled after all earlier messages. */
    private void awaitAll() throws InterruptedException {
        CountDownLatch last = new CountDownLatch(1);
        mailbox.execute(last::countDown);
        await(last);
    }

    @Test
    void aMessageThatWaitsForAnotherSaysHowLong() throws InterruptedException {
        List<Long> waited = new ArrayList<>();
        mailbox.listen((waitedNanos, tookNanos) -> waited.add(waitedNanos));
        mailbox.listen(times);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        mailbox.execute(() -> {
            begun.countDown();
            awaitUninterruptibly(goOn);
            now.addAndGet(TimeUnit.MILLISECONDS.toNanos(70));
        });
        await(begun);
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(5));
        mailbox.execute(() -> now.addAndGet(TimeUnit.MILLISECONDS.toNanos(3)));
        assertThat(mailbox.waiting()).isEqualTo(1);
        goOn.countDown();
        awaitAll();
        mailbox.execute(() -> {});
        awaitAll();
        MailboxTimes.Times seen = times.times();
        assertThat(seen.messages()).isGreaterThanOrEqualTo(3);
        assertThat(seen.took().maxMs()).isBetween(75.0, 75.1);
        assertThat(waited.get(1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(70));
        assertThat(seen.waited().maxMs()).isBetween(70.0, 73.1);
    }

    @Test
    void aMessageForLaterWaitsFromWhenItIsDue() throws InterruptedException {
        CountDownLatch handled = new CountDownLatch(1);
        mailbox.listen((waitedNanos, tookNanos) -> {
            assertThat(waitedNanos).isZero();
            handled.countDown();
        });
        var unused = mailbox.schedule(() -> {}, 20, TimeUnit.MILLISECONDS);
        await(handled);
    }

    @Test
    void aMessageThatFailsDoesNotEndTheMailboxAndIsTimedToo() throws InterruptedException {
        mailbox.listen(times);
        mailbox.execute(() -> {
            throw new AssertionError("broken");
        });
        awaitAll();
        awaitAll();
        assertThat(times.times().messages()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aDeadlineThatIsCancelledIsNotKept() {
        mailbox.schedule(() -> {}, 1, TimeUnit.HOURS).cancel(false);
        assertThat(mailbox.waiting()).isZero();
    }
}
