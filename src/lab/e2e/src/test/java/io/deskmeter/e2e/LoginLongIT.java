package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.openid.AuthorizationServer;
import io.deskmeter.link.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.openqa.selenium.By;

/**
 * People come from another machine with a real Chromium, by HTTPS, to a real controller: the first administrator out of
 * nothing, a user of the controller, and one of a real provider of OpenID Connect. What they make there, a command and
 * a build use. The two servers have different hosts, because cookies do not know ports.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
class LoginLongIT {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String PASSWORD = "correct horse battery";
    private static final Path PICTURES = Path.of("target", "screens").toAbsolutePath();

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private AuthorizationServer provider;
    private String url;
    private String authority;
    private ControllerProgram controller;

    @BeforeEach
    void start() throws Exception {
        provider = opened(new AuthorizationServer());
        Path secret = privately("client.secret", AuthorizationServer.SECRET);
        controller = opened(ControllerProgram.start(
                folder,
                "--https",
                "127.0.0.1:0",
                "--name",
                "localhost",
                "--oidc-issuer",
                provider.issuer(),
                "--oidc-client-id",
                AuthorizationServer.CLIENT,
                "--oidc-client-secret-file",
                secret.toString(),
                "--oidc-role-claim",
                "groups",
                "--oidc-role",
                "desk-users=operator",
                "--oidc-name",
                "Example"));
        Matcher printed = controller
                .program()
                .awaitPrinted("other machines: (https://\\S+) .*authority (sha256:[0-9a-f]{64})", SOON);
        url = printed.group(1);
        authority = printed.group(2);
        provider.register(url + "/login/openid/return");
        provider.groups("anna", "staff", "desk-users");
        provider.groups("carl", "staff");
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private Path privately(String name, String text) throws IOException {
        Path file = Files.createFile(
                folder.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text);
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }

    /** One that trusts the controller's authority, and no other unknown one. */
    private Browser browser() throws IOException, GeneralSecurityException {
        byte[] key = Pem.certificates(Files.readString(folder.resolve("data").resolve("authority.pem")))
                .get(0)
                .getPublicKey()
                .getEncoded();
        String pin = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
        return opened(Browser.start(folder, 1280, 900, "--ignore-certificate-errors-spki-list=" + pin));
    }

    private String printed(int code, String... words) throws Exception {
        try (Program program = Program.start(folder, home(), words)) {
            Program.Ended ended = program.await(SOON);
            assertThat(ended.exitCode()).as(ended.printed()).isEqualTo(code);
            return ended.printed();
        }
    }

    private Map<String, String> home() {
        return Map.of("HOME", folder.toString(), "XDG_CONFIG_HOME", folder + "/config");
    }

    private String addUser(String name, String role) throws Exception {
        String said = printed(
                0, "user", "add", name, "--role", role, "--controller", controller.web(), "--data", folder + "/data");
        return said.replaceFirst("(?s).*?(https://\\S+).*", "$1");
    }

    private static void logIn(Browser page, String name, String password) {
        page.find(Browser.field("Name")).sendKeys(name);
        page.find(Browser.field("Password")).sendKeys(password);
        page.click("Log in");
    }

    @Test
    void aBrowserThatDoesNotKnowTheAuthorityShowsNoPage() throws Exception {
        Browser stranger = opened(Browser.start(folder, 1280, 900));
        stranger.open(url);
        assertThat(stranger.text()).contains("ERR_CERT_AUTHORITY_INVALID");
    }

    @Test
    void theFirstAdministratorComesFromNothingAndLetsOthersIn() throws Exception {
        Browser page = browser();
        // The printed link has the name by which this machine knows itself.
        String link = addUser("anna", "admin");
        page.open(link);
        page.find(Browser.field("New password")).sendKeys(PASSWORD);
        page.find(Browser.field("The same again")).sendKeys(PASSWORD);
        page.picture(PICTURES.resolve("login-set-password.png"));
        page.click("Set password");
        page.find(Browser.words("The password is set."));
        page.open(url + "/access");
        assertThat(page.address()).contains("/login");
        logIn(page, "anna", "wrong " + PASSWORD);
        page.find(Browser.words("Could not log in"));
        page.picture(PICTURES.resolve("login-wrong-password.png"));
        page.find(Browser.field("Name")).clear();
        logIn(page, "anna", PASSWORD);
        page.find(Browser.words("You are anna"));
        assertThat(page.address()).isEqualTo(url + "/access");
        assertThat(page.run("return document.cookie")).isEqualTo("");

        // A token for a build, made on the page.
        page.click("API tokens");
        page.click("Create token…");
        page.find(Browser.field("What it is for")).sendKeys("nightly");
        page.click("Create token");
        page.find(Browser.words("Copy the token now"));
        page.picture(PICTURES.resolve("login-token.png"));
        String token = page.text().replaceFirst("(?s).*(dmt_[A-Za-z0-9_-]+).*", "$1");
        Path file = privately("build.token", token);
        assertThat(printed(
                        0,
                        "runs",
                        "list",
                        "--controller",
                        url,
                        "--authority",
                        authority,
                        "--token-file",
                        file.toString()))
                .isNotNull();
        page.click("anna (admin)");
        page.click("Log out");
        page.find(Browser.field("Password"));
        page.open(url + "/runs");
        page.find(Browser.field("Password"));
        assertThat(page.address()).contains("/login");
    }

    @Test
    void aViewerSeesResultsAndNoListsOfPeople() throws Exception {
        Browser page = browser();
        page.open(addUser("vera", "viewer"));
        page.find(Browser.field("New password")).sendKeys(PASSWORD);
        page.find(Browser.field("The same again")).sendKeys(PASSWORD);
        page.click("Set password");
        page.find(Browser.words("The password is set."));
        page.open(url + "/runs");
        logIn(page, "vera", PASSWORD);
        page.find(Browser.control("Runs"));
        page.open(url + "/access");
        page.find(Browser.words("You are vera"));
        assertThat(page.has(Browser.control("Users"))).isFalse();
        assertThat(page.has(Browser.control("Audit log"))).isFalse();

        printed(0, "user", "disable", "vera", "--controller", controller.web(), "--data", folder + "/data");
        page.await("the page of somebody who was disabled", SOON, () -> {
            page.open(url + "/runs");
            return page.address().contains("/login");
        });
        page.find(Browser.field("Password"));
    }

    @Test
    void somebodyOfAProviderLogsInThereAndWorksHere() throws Exception {
        Browser page = browser();
        page.open(url + "/runs");
        page.find(Browser.control("Log in with Example"));
        page.picture(PICTURES.resolve("login-provider.png"));
        page.click("Log in with Example");
        page.find(By.name("username")).sendKeys("anna");
        page.find(By.name("password")).sendKeys(AuthorizationServer.PASSWORD);
        assertThat(page.address()).startsWith(provider.issuer());
        page.click(By.cssSelector("button[type=submit]"));
        page.await("the page that was asked for", SOON, () -> page.address().equals(url + "/runs"));
        page.open(url + "/access");
        page.find(Browser.words("You are oidc:anna"));
        assertThat(page.has(Browser.control("Change password…"))).isFalse();
        page.picture(PICTURES.resolve("login-of-a-provider.png"));

        // A command with a token that was made so.
        page.click("API tokens");
        page.click("Create token…");
        page.find(Browser.field("What it is for")).sendKeys("mine");
        page.click("Create token");
        page.find(Browser.words("Copy the token now"));
        String token = page.text().replaceFirst("(?s).*(dmt_[A-Za-z0-9_-]+).*", "$1");
        Path file = privately("my.token", token);
        printed(0, "login", url, "--authority", authority, "--token-file", file.toString());
        assertThat(printed(0, "runs", "list", "--controller", url)).isNotNull();
    }

    @Test
    void somebodyOfAProviderWithoutARoleIsNotLetIn() throws Exception {
        Browser page = browser();
        page.open(url + "/runs");
        page.click("Log in with Example");
        page.find(By.name("username")).sendKeys("carl");
        page.find(By.name("password")).sendKeys(AuthorizationServer.PASSWORD);
        page.click(By.cssSelector("button[type=submit]"));
        page.find(Browser.words("staff"));
        page.picture(PICTURES.resolve("login-without-a-role.png"));
        page.open(url + "/runs");
        page.find(Browser.field("Password"));
    }
}
