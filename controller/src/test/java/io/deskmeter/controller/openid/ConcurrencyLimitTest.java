package io.deskmeter.controller.openid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConcurrencyLimitTest {
    /** Reproducer: whoever began and ended eight log-ins at a time, while the provider was slow, kept everybody out. */
    @Test
    void oneSiteLeavesPlacesForOthers() {
        ConcurrencyLimit places = new ConcurrencyLimit(6, 2);
        assertThat(places.take("a")).isTrue();
        assertThat(places.take("a")).isTrue();
        assertThat(places.take("a")).isFalse();
        assertThat(places.take("b")).isTrue();
        places.leave("a");
        assertThat(places.take("a")).isTrue();
    }

    @Test
    void allSitesTogetherHaveALimit() {
        ConcurrencyLimit places = new ConcurrencyLimit(2, 2);
        assertThat(places.take("a")).isTrue();
        assertThat(places.take("b")).isTrue();
        assertThat(places.take("c")).isFalse();
        places.leave("b");
        assertThat(places.take("c")).isTrue();
    }
}
