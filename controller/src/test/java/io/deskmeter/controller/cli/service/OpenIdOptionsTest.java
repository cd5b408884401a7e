package io.deskmeter.controller.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.openid.OpenIdSettings;
import io.deskmeter.controller.request.Role;
import io.deskmeter.controller.tls.Company;
import io.deskmeter.link.tls.Pem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class OpenIdOptionsTest {
    private static final String ISSUER = "--oidc-issuer=https://login.example.org/realms/desk";
    private static final String CLIENT = "--oidc-client-id=deskmeter";
    private static final String ROLE = "--oidc-role=admins=admin";

    @TempDir
    Path folder;

    private static OpenIdOptions options(String... arguments) {
        return CommandLine.populateCommand(new OpenIdOptions(), arguments);
    }

    @Test
    void withoutAnIssuerThereIsNoProvider() throws Exception {
        assertThat(options().settings()).isNull();
    }

    @Test
    void allOptionsAreRead() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "of the client\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
        Company company = new Company(folder.resolve("company"));
        Path authority = Files.writeString(folder.resolve("authority.pem"), Pem.of(company.certificate()));
        OpenIdSettings settings = Objects.requireNonNull(options(
                        ISSUER,
                        CLIENT,
                        "--oidc-client-secret-file=" + secret,
                        "--oidc-role-claim=realm_access.roles",
                        "--oidc-role=cn=desk,ou=it=operator",
                        ROLE,
                        "--oidc-scope=groups",
                        "--oidc-authority=" + authority)
                .settings());
        assertThat(settings.clientSecret()).isEqualTo("of the client");
        assertThat(settings.name()).isEqualTo("login.example.org");
        assertThat(settings.roles()).isEqualTo(Map.of("cn=desk,ou=it", Role.OPERATOR, "admins", Role.ADMIN));
        assertThat(settings.scopes()).isEqualTo(List.of("groups"));
        assertThat(settings.authorities()).containsExactly(company.certificate());
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("--oidc-client-id: without --oidc-issuer (expected: both)", new String[] {CLIENT}),
                Arguments.of("--oidc-role: without --oidc-issuer (expected: both)", new String[] {ROLE}),
                Arguments.of("--oidc-client-id: none (expected: ", new String[] {ISSUER, ROLE}),
                Arguments.of("--oidc-role: none (expected: ", new String[] {ISSUER, CLIENT}),
                Arguments.of("--oidc-role: admin (expected: ", new String[] {ISSUER, CLIENT, "--oidc-role=admin"}),
                Arguments.of("--oidc-role: a=root (expected: ", new String[] {ISSUER, CLIENT, "--oidc-role=a=root"}),
                Arguments.of(
                        "--oidc-role: a=scrape (expected: ", new String[] {ISSUER, CLIENT, "--oidc-role=a=scrape"}),
                Arguments.of(
                        "--oidc-role: admins twice (expected: ",
                        new String[] {ISSUER, CLIENT, ROLE, "--oidc-role=admins=viewer"}),
                Arguments.of(
                        "--oidc-client-secret-file: /nonexistent/secret: is no file (expected: ",
                        new String[] {ISSUER, CLIENT, ROLE, "--oidc-client-secret-file=/nonexistent/secret"}),
                Arguments.of(
                        "--oidc-authority: /nonexistent/a.pem: is no file (expected: ",
                        new String[] {ISSUER, CLIENT, ROLE, "--oidc-authority=/nonexistent/a.pem"}));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatCannotWorkIsRefusedInWords(String says, String[] arguments) {
        assertThatThrownBy(() -> options(arguments).settings())
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith(says);
    }

    @Test
    void aSecretThatOthersCanReadIsRefused() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "of the client");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> options(ISSUER, CLIENT, ROLE, "--oidc-client-secret-file=" + secret)
                        .settings())
                .hasMessageContaining("has the rights rw-r--r-- (expected: ");
        Files.writeString(secret, " \n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> options(ISSUER, CLIENT, ROLE, "--oidc-client-secret-file=" + secret)
                        .settings())
                .hasMessageContaining("is empty (expected: ");
    }
}
