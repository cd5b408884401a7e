package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The container images and the chart: the images are made and their programs started from them, the manifests are
 * compared with the schemas of Kubernetes.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
@ResourceLock(ConcurrentTests.NETWORK)
class ContainersLongIT {
    private static final Duration MAKING = Duration.ofMinutes(40);
    private static final Duration FETCHING = Duration.ofMinutes(20);
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Path TOOLS = Program.HOME.resolve("target/tools");
    private static final Path CHART = Program.HOME.resolve("src/package/chart");

    /** The one that builds it is Go, whose modules are a package registry of their own. */
    private static final String HELM = "helm.sh/helm/v3/cmd/helm@v3.17.3";

    private static final List<String> KUBERNETES = List.of("1.30.0", "1.33.0", "1.36.0");

    /** Each a way to use the chart. */
    private static final List<List<String>> USES = List.of(
            List.of(),
            List.of(
                    "--set=postgresql.enabled=false",
                    "--set=database.url=jdbc:postgresql://db.example.org/deskmeter?user=deskmeter",
                    "--set=database.passwordSecret=db",
                    "--set=agents.replicas=4",
                    "--set=controller.service.type=LoadBalancer",
                    "--set=controller.names={controller.example.org}",
                    "--set=controller.settings.oidc-issuer=https://login.example.org",
                    "--set=imagePullSecrets[0].name=registry"),
            List.of(
                    "--set=postgresql.enabled=false",
                    "--set=networkPolicy.enabled=false",
                    "--set=agents.storage.storageClass=fast",
                    "--set=agents.nodeSelector.pool=agents"));

    @TempDir(factory = ShortTempDirs.class)
    static Path folder;

    @BeforeAll
    static void requireRoot() {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for containers)");
    }

    private static Path helm() throws IOException, InterruptedException {
        Path helm = TOOLS.resolve("helm");
        if (!Files.exists(helm)) {
            Assumptions.assumeTrue(
                    Files.isExecutable(Path.of("/usr/local/go/bin/go")) || Files.isExecutable(Path.of("/usr/bin/go")),
                    "skipped: no helm and no Go (expected: Go 1.21 or newer, which builds helm)");
            Files.createDirectories(TOOLS);
            Machine.here(
                    FETCHING,
                    "sh",
                    "-c",
                    "PATH=$PATH:/usr/local/go/bin GOBIN=\"$0\" exec go install " + HELM,
                    TOOLS.toString());
        }
        return helm;
    }

    private static Path validator() throws IOException, InterruptedException {
        Path tools = TOOLS.resolve("kubernetes-validate");
        if (!Files.exists(tools.resolve("bin/kubernetes-validate"))) {
            Machine.here(FETCHING, "python3", "-m", "venv", tools.toString());
            Machine.here(
                    FETCHING,
                    tools.resolve("bin/pip").toString(),
                    "install",
                    "--disable-pip-version-check",
                    "kubernetes-validate==1.37.0");
        }
        return tools.resolve("bin/kubernetes-validate");
    }

    @Test
    void theManifestsFitTheSchemasOfThreeVersionsOfKubernetes() throws Exception {
        Path helm = helm();
        Machine.here(SOON, helm.toString(), "lint", "--strict", CHART.toString());
        for (String version : KUBERNETES) {
            for (int use = 0; use < USES.size(); use++) {
                List<String> command = new ArrayList<>(List.of(
                        helm.toString(),
                        "template",
                        "load",
                        CHART.toString(),
                        "--namespace=desk",
                        "--kube-version",
                        version));
                command.addAll(USES.get(use));
                Path manifests = Files.writeString(
                        folder.resolve(version + "-" + use + ".yaml"),
                        Machine.here(SOON, command.toArray(String[]::new)));
                String checked = Machine.here(
                        SOON,
                        validator().toString(),
                        "--strict",
                        "--kubernetes-version",
                        version,
                        manifests.toString());
                assertThat(checked)
                        .contains("statefulset/load-deskmeter-controller", "statefulset/load-deskmeter-agent");
            }
        }
    }

    /**
     * No container engine is here: the files of an image are unpacked, and its program is started in them as its user.
     */
    @Test
    void theImagesStartTheirProgramsAsTheirUser() throws Exception {
        Path packages = folder.resolve("packages");
        try (Program making = Program.start(folder, "package", "--images", "--out", packages.toString())) {
            Program.Ended ended = making.await(MAKING);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
        }
        for (String part : List.of("controller", "agent")) {
            Path bundle = unpack(packages, part);
            String config = Files.readString(bundle.resolve("config.json"));
            assertThat(config).contains("\"uid\": 10001", "/usr/lib/deskmeter-" + part + "/deskmeter", "/usr/bin/tini");
            assertThat(inside(bundle, "deskmeter", "--version")).startsWith("Deskmeter ");
            assertThat(inside(bundle, "id", "-u").strip()).isEqualTo("10001");
        }
    }

    private static Path unpack(Path packages, String part) throws Exception {
        Path archive;
        try (var files = Files.list(packages)) {
            archive = files.filter(
                            file -> file.getFileName().toString().matches("deskmeter-" + part + "-.*\\.oci\\.tar"))
                    .findFirst()
                    .orElseThrow();
        }
        Path layout = Files.createDirectories(folder.resolve(part));
        Machine.here(SOON, "tar", "-xf", archive.toString(), "-C", layout.toString());
        Matcher tag = Pattern.compile("\"org.opencontainers.image.ref.name\":\\s*\"([^\"]+)\"")
                .matcher(Files.readString(layout.resolve("index.json")));
        assertThat(tag.find()).isTrue();
        Path bundle = folder.resolve(part + "-bundle");
        Machine.here(SOON, "umoci", "unpack", "--image", layout + ":" + tag.group(1), bundle.toString());
        return bundle;
    }

    private static String inside(Path bundle, String... command) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "chroot",
                "--userspec=10001:10001",
                bundle.resolve("rootfs").toString(),
                "env",
                "-i",
                "PATH=/usr/bin:/bin"));
        words.addAll(List.of(command));
        return Machine.here(SOON, words.toArray(String[]::new));
    }
}
