package io.deskmeter.link.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SenderSiteTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1",
        "::ffff:192.0.2.1, 192.0.2.1",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1:2::/64",
        "2001:DB8:1:2::, 2001:db8:1:2::/64",
        "2001:db8:1:3::1, 2001:db8:1:3::/64",
        "::1, 0:0:0:0::/64"
    })
    void addressesOfOneSiteAreOne(String address, String site) throws Exception {
        assertThat(SenderSite.of(address)).isEqualTo(site);
        assertThat(SenderSite.of(InetAddress.getByName(address))).isEqualTo(site);
    }

    /** Never looked up. */
    @ParameterizedTest
    @CsvSource({"unknown, unknown", "not:an:address, not:an:address", "'', ''"})
    void whatIsNoAddressIsASiteOfItsOwn(String address, String site) {
        assertThat(SenderSite.of(address)).isEqualTo(site);
    }
}
