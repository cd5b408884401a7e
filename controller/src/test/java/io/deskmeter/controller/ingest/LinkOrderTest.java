package io.deskmeter.controller.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LinkOrderTest {
    @Test
    void theEndOfALinkIsToldWholeBeforeTheOneThatReplacesIt() throws Exception {
        LinkOrder order = new LinkOrder();
        List<String> told = new CopyOnWriteArrayList<>();
        CountDownLatch halfway = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Thread ends = new Thread(() -> order.tell("agent-1", () -> {
            told.add("the fleet knows that it has ended");
            halfway.countDown();
            await().until(() -> goOn.getCount() == 0);
            told.add("the run knows that it has ended");
        }));
        ends.start();
        halfway.await();
        Thread replaces = new Thread(() -> order.tell("agent-1", () -> told.add("another one is there")));
        replaces.start();
        await().until(() -> replaces.getState() == Thread.State.BLOCKED);
        goOn.countDown();
        ends.join();
        replaces.join();
        assertThat(told)
                .containsExactly(
                        "the fleet knows that it has ended", "the run knows that it has ended", "another one is there");
    }
}
