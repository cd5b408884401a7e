package io.deskmeter.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.deskmeter.link.tls.Pem;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A company's certificate: what is refused, and when a renewed one is used. */
class CompanyCertificateTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(CompanyCertificate.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @TempDir
    Path folder;

    private Company company;

    @BeforeEach
    void begin() throws IOException {
        company = new Company(folder.resolve("company"));
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void end() {
        logger.detachAppender(log);
    }

    private CompanyCertificate open() throws IOException {
        return CompanyCertificate.open(company.files(), InstantSource.system());
    }

    private long warnings() {
        return log.list.stream().filter(event -> event.getLevel() == Level.WARN).count();
    }

    @Test
    void aRenewedPairIsUsedWhenBothFilesAreThere() throws Exception {
        KeyAndChain first = company.issue("desk.example.org");
        company.put(first);
        CompanyCertificate certificate = open();
        assertThat(certificate.get().certificate()).isEqualTo(first.certificate());

        KeyAndChain second = company.issue("desk.example.org", "other.example.org");
        company.putChain(second);
        for (int i = 0; i < 5; i++) {
            certificate.look();
        }
        assertThat(certificate.get().certificate()).as("half of the pair").isEqualTo(first.certificate());
        assertThat(warnings()).as("warnings of five looks").isOne();
        assertThat(log.list.get(0).getFormattedMessage())
                .contains("private key: not that of the first certificate (expected: ", "stays in use");

        company.putKey(second);
        certificate.look();
        assertThat(certificate.get().certificate())
                .as("perhaps still being written")
                .isEqualTo(first.certificate());
        certificate.look();
        assertThat(certificate.get().certificate()).isEqualTo(second.certificate());
        assertThat(certificate.names()).containsExactly("desk.example.org", "other.example.org");
        assertThat(warnings()).isOne();
    }

    @Test
    void aFileThatIsCutOffOrGoneKeepsTheOneBefore() throws Exception {
        KeyAndChain first = company.issue("desk.example.org");
        company.put(first);
        CompanyCertificate certificate = open();
        String whole = Files.readString(company.files().certificate());
        for (String part : new String[] {"", whole.substring(0, 200), "-----BEGIN CERTIFICATE-----\n*\n"}) {
            Files.writeString(company.files().certificate(), part);
            certificate.look();
            certificate.look();
            assertThat(certificate.get().certificate()).isEqualTo(first.certificate());
        }
        Files.delete(company.files().certificate());
        certificate.look();
        certificate.look();
        assertThat(certificate.get().certificate()).isEqualTo(first.certificate());
        assertThat(warnings()).isEqualTo(4);
    }

    @Test
    void anotherAuthorityIsSaid() throws Exception {
        company.put(company.issue("desk.example.org"));
        CompanyCertificate certificate = open();
        Company other = new Company(folder.resolve("other"));
        KeyAndChain next = other.issue("desk.example.org");
        company.put(next);
        certificate.look();
        certificate.look();
        assertThat(certificate.fingerprint()).isEqualTo(other.fingerprint());
        assertThat(log.list.toString())
                .contains(other.fingerprint().text(), company.fingerprint().text());
    }

    @Test
    void onesThatEndSoonAreSaidOnceADay() throws Exception {
        company.put(company.issue(Instant.now().minus(Duration.ofDays(80)), "desk.example.org"));
        CompanyCertificate certificate = open();
        certificate.look();
        assertThat(warnings()).isOne();
        assertThat(log.list.get(0).getFormattedMessage()).contains("ends soon (expected: ");
    }

    @Test
    void whatCannotBeUsedIsRefused() throws Exception {
        KeyAndChain good = company.issue("desk.example.org");
        company.put(good);
        Path key = company.files().key();

        company.putKey(company.issue("desk.example.org"));
        refused("not that of the first certificate (expected: the key of that certificate)");

        String text = Files.readString(key);
        Company.write(key, text.replace("PRIVATE", "ENCRYPTED PRIVATE"));
        refused("private key: ENCRYPTED PRIVATE KEY (expected: one, as PKCS #8 without a password; hint: ");
        Company.write(key, text.replace("PRIVATE", "RSA PRIVATE"));
        refused("private key: RSA PRIVATE KEY (expected: ");
        Company.write(key, "");
        refused("private key: none (expected: ");
        Files.delete(key);
        refused("--key: " + key + ": ");

        company.putKey(good);
        for (String rights : new String[] {"rw-r--r--", "rw-rw----", "rw----r--"}) {
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(rights));
            refused("has the rights " + rights + " (expected: rw------- or rw-r-----");
        }
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(open().get().certificate()).isEqualTo(good.certificate());

        Path chain = company.files().certificate();
        Files.writeString(chain, Pem.of(good.certificate()));
        refused("is of no authority (expected: the certificates of its authorities after it");
        Files.writeString(chain, Pem.of(good.certificate()) + Pem.of(new Company(folder.resolve("x")).certificate()));
        refused("certificate 2: ", "has not issued the one before it (expected: ");
        Files.write(
                chain,
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".getBytes(StandardCharsets.US_ASCII));
        refused("(expected: an X.509 certificate)");

        company.put(company.issue(Instant.now().minus(Duration.ofDays(100)), "desk.example.org"));
        refused("valid from ", "(expected: at ", "hint: renew it");
        company.put(company.issue(Instant.now().plus(Duration.ofDays(1)), "desk.example.org"));
        refused("valid from ", "(expected: at ");
    }

    private void refused(String... parts) {
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(parts)
                .hasMessageContaining("(expected: ");
    }
}
