package io.deskmeter.workloads.make;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Picture;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class MakeContentTest {
    /** Tests run in the module's folder, which is the workload root. */
    private static final Path ROOT = Path.of("");

    private static final Map<String, byte[]> FILES = MakeContent.files();

    /** As an application paints them, cut out of screenshots. */
    private static final Set<String> CAPTURED =
            Set.of("mail/client/landmarks/newest.png", "pdf/reader/landmarks/found.png");

    @Test
    void what_is_committed_is_what_is_made() throws IOException {
        for (Map.Entry<String, byte[]> file : FILES.entrySet()) {
            byte[] committed = Files.readAllBytes(ROOT.resolve(file.getKey()));
            // Not isEqualTo: a message with megabytes helps nobody.
            assertThat(Arrays.equals(committed, file.getValue()))
                    .as("%s equals what MakeContent makes; run its main in workloads/ after a change", file.getKey())
                    .isTrue();
        }
    }

    @Test
    void no_landmark_lies_about_that_is_not_made() throws IOException {
        Set<String> made = FILES.keySet();
        List<String> present = new ArrayList<>();
        for (String suite :
                made.stream().map(f -> f.substring(0, f.indexOf('/'))).collect(Collectors.toSet())) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(suite))) {
                files.filter(f -> f.toString().endsWith(".png"))
                        .forEach(f -> present.add(f.toString().replace('\\', '/')));
            }
        }
        present.removeAll(CAPTURED);
        assertThat(made).containsAll(present);
    }

    @Test
    void workloads_with_prepared_settings_copy_them_with_the_same_script() throws IOException {
        List<String> prepared = workloads()
                .filter(id -> Files.exists(ROOT.resolve(id).resolve("content/home")))
                .toList();
        assertThat(prepared).contains("office/writer", "office/calc");
        for (String workload : prepared) {
            assertThat(ROOT.resolve(workload).resolve("content/prepare.sh"))
                    .hasSameTextualContentAs(ROOT.resolve("office/writer/content/prepare.sh"));
        }
    }

    @Test
    void all_workloads_of_chromium_start_it_alike_since_they_share_its_profile() {
        for (String workload : List.of("web/album", "ue/scroll-page")) {
            assertThat(ROOT.resolve(workload).resolve("content/chromium.sh"))
                    .hasSameTextualContentAs(ROOT.resolve("web/document/content/chromium.sh"));
        }
    }

    @Test
    void photographs_of_the_album_have_megapixels_and_contain_their_landmark_in_fourfold_size() throws IOException {
        BufferedImage photo = ImageIO.read(new ByteArrayInputStream(FILES.get("web/album/content/photos/2.jpg")));
        BufferedImage landmark = ImageIO.read(new ByteArrayInputStream(FILES.get("web/album/landmarks/photo-2.png")));

        assertThat(photo.getWidth() * photo.getHeight()).isGreaterThan(9_000_000);
        BufferedImage place = photo.getSubimage(4 * 444, 4 * 268, 4 * landmark.getWidth(), 4 * landmark.getHeight());
        BufferedImage reduced =
                new BufferedImage(landmark.getWidth(), landmark.getHeight(), BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < reduced.getHeight(); y++) {
            for (int x = 0; x < reduced.getWidth(); x++) {
                reduced.setRGB(x, y, place.getRGB(4 * x + 1, 4 * y + 1));
            }
        }
        assertThat(correlation(greys(reduced), greys(landmark))).isGreaterThan(0.99);
    }

    @Test
    void the_workloads_of_the_office_suite_bring_the_same_profile_since_they_share_a_home() throws IOException {
        String profile = "content/home/.config/libreoffice/4/user/registrymodifications.xcu";
        for (String workload :
                workloads().filter(id -> id.startsWith("office/")).toList()) {
            assertThat(ROOT.resolve(workload).resolve(profile))
                    .hasSameTextualContentAs(ROOT.resolve("office/writer").resolve(profile));
        }
    }

    @Test
    void the_script_adds_what_is_missing_and_keeps_what_is_there(@TempDir Path home) throws Exception {
        Path content = ROOT.resolve("office/writer/content").toAbsolutePath();
        Path profile = home.resolve(".config/libreoffice/4/user/registrymodifications.xcu");
        assertThat(prepare(content, home)).isZero();
        assertThat(profile).hasSameTextualContentAs(content.resolve("home").resolve(home.relativize(profile)));
        Files.writeString(profile, "as the application has left it");
        assertThat(prepare(content, home)).isZero();
        assertThat(profile).hasContent("as the application has left it");
    }

    private static int prepare(Path content, Path home) throws Exception {
        return new ProcessBuilder("sh", content.resolve("prepare.sh").toString(), content.toString(), home.toString())
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Ids of the built-in workloads whose content is made. */
    static Stream<String> workloads() {
        return FILES.keySet().stream()
                .map(file -> file.substring(0, file.indexOf('/', file.indexOf('/') + 1)))
                .distinct();
    }

    @Test
    void the_pdf_file_finds_each_of_its_objects() {
        byte[] pdf = FILES.get("pdf/reader/content/" + Survey.FILE);
        String text = new String(pdf, StandardCharsets.ISO_8859_1);
        Matcher table = Pattern.compile("xref\n0 (\\d+)\n").matcher(text);
        assertThat(table.find()).isTrue();
        assertThat(text).endsWith("startxref\n" + table.start() + "\n%%EOF\n");
        List<String> entries = text.substring(table.end())
                .lines()
                .limit(Integer.parseInt(table.group(1)))
                .toList();
        for (int number = 1; number < entries.size(); number++) {
            int start = Integer.parseInt(entries.get(number).substring(0, 10));
            assertThat(text.substring(start, start + 20)).startsWith(number + " 0 obj\n");
        }
        assertThat(text.split(Survey.WORD, -1))
                .as("places of the word to search for")
                .hasSize(2);
    }

    @Test
    void a_picture_with_a_palette_shows_the_same() throws IOException {
        Picture picture = DrawnLandmark.of(1).enlarged(6, 5);
        BufferedImage full = ImageIO.read(new ByteArrayInputStream(picture.png()));
        BufferedImage indexed = ImageIO.read(new ByteArrayInputStream(picture.indexedPng()));
        assertThat(full.getWidth()).isEqualTo(DrawnLandmark.WIDTH * 6 / 5);
        assertThat(difference(full, indexed)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "office/writer/content/report.odt",
                "office/calc/content/orders.ods",
                "office/impress/content/council.odp",
                "office/draw/content/plan.odg"
            })
    void documents_are_sound_packages_with_their_type_first(String name) throws Exception {
        byte[] bytes = FILES.get(name);
        List<String> entries = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.add(entry.getName());
                byte[] data = zip.readAllBytes();
                if (entry.getName().endsWith(".xml")) {
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(data));
                } else if (entry.getName().endsWith(".png")) {
                    assertThat(ImageIO.read(new ByteArrayInputStream(data))).isNotNull();
                }
            }
        }
        assertThat(entries).startsWith("mimetype").contains("content.xml", "styles.xml", "META-INF/manifest.xml");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "office/writer",
                "office/calc",
                "office/impress",
                "office/draw",
                "pdf/reader",
                "web/document",
                "web/album",
                "web/second",
                "video/play",
                "mail/client"
            })
    void no_landmark_can_be_taken_for_another(String workload) throws IOException {
        List<Map.Entry<String, byte[]>> landmarks = FILES.entrySet().stream()
                .filter(f -> f.getKey().startsWith(workload + "/landmarks/"))
                .filter(f -> !f.getKey().endsWith("/saved.png"))
                .toList();
        for (int i = 0; i < landmarks.size(); i++) {
            for (int j = 0; j < i; j++) {
                BufferedImage one =
                        ImageIO.read(new ByteArrayInputStream(landmarks.get(i).getValue()));
                BufferedImage two =
                        ImageIO.read(new ByteArrayInputStream(landmarks.get(j).getValue()));
                if (one.getWidth() == two.getWidth() && one.getHeight() == two.getHeight()) {
                    String pair = landmarks.get(i).getKey() + " and "
                            + landmarks.get(j).getKey();
                    assertThat(correlation(greys(one), greys(two))).as(pair).isLessThan(0.75);
                    assertThat(difference(one, two)).as(pair).isGreaterThan(24);
                }
            }
        }
    }

    private static double[] greys(BufferedImage image) {
        double[] greys = new double[image.getWidth() * image.getHeight()];
        for (int i = 0; i < greys.length; i++) {
            int rgb = image.getRGB(i % image.getWidth(), i / image.getWidth());
            greys[i] = 0.299 * (rgb >> 16 & 255) + 0.587 * (rgb >> 8 & 255) + 0.114 * (rgb & 255);
        }
        return greys;
    }

    /** Pearson's. */
    private static double correlation(double[] a, double[] b) {
        double meanA = Arrays.stream(a).average().orElseThrow();
        double meanB = Arrays.stream(b).average().orElseThrow();
        double both = 0;
        double squaresA = 0;
        double squaresB = 0;
        for (int i = 0; i < a.length; i++) {
            both += (a[i] - meanA) * (b[i] - meanB);
            squaresA += (a[i] - meanA) * (a[i] - meanA);
            squaresB += (b[i] - meanB) * (b[i] - meanB);
        }
        return both / Math.sqrt(squaresA * squaresB);
    }

    /** Mean absolute difference of a colour channel. */
    private static double difference(BufferedImage one, BufferedImage two) {
        double sum = 0;
        for (int y = 0; y < one.getHeight(); y++) {
            for (int x = 0; x < one.getWidth(); x++) {
                for (int shift = 0; shift < 24; shift += 8) {
                    sum += Math.abs((one.getRGB(x, y) >> shift & 255) - (two.getRGB(x, y) >> shift & 255));
                }
            }
        }
        return sum / (3.0 * one.getWidth() * one.getHeight());
    }
}
