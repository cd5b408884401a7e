package io.deskmeter.link.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.link.v1.ContentPart;
import io.deskmeter.link.v1.ContentRequest;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The unpacked content equals the served content, and no file is written outside its folder. */
@Tag("slow")
class ContentTest {
    private static final String DOCUMENT = """
            title: Small
            application: { linux: ["true"] }
            operations:
              - { id: open, group: B, do: { launch: application }, until: { appears: landmarks/a.png } }
            """;

    @TempDir
    private Path folder;

    private Path workload() throws IOException {
        Path workload = folder.resolve("workloads/set/small");
        Files.createDirectories(workload.resolve("content/deep"));
        Files.createDirectories(workload.resolve("landmarks"));
        Files.writeString(workload.resolve("workload.yaml"), DOCUMENT);
        byte[] large = new byte[3 * ContentServer.PART_BYTES];
        new Random(3).nextBytes(large);
        Files.write(workload.resolve("content/large"), large);
        Files.writeString(workload.resolve("content/deep/größe.txt"), "x");
        ImageIO.write(
                new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB),
                "png",
                workload.resolve("landmarks/a.png").toFile());
        return workload;
    }

    @Test
    void a_workload_arrives_part_by_part_with_its_checksum() throws Exception {
        workload();
        WorkloadCatalog catalog = WorkloadCatalog.open(folder.resolve("workloads"));
        String checksum = String.valueOf(catalog.checksums().get("set/small"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int parts = 0;
        try (ContentServer shelf = ContentServer.over(catalog, folder.resolve("archives"))) {
            long total = 1;
            while (bytes.size() < total) {
                ContentPart part = shelf.answer(wanted(checksum, bytes.size()));
                assertThat(part.getRefusal()).isEmpty();
                assertThat(part.getOffset()).isEqualTo(bytes.size());
                part.getData().writeTo(bytes);
                total = part.getTotal();
                parts++;
            }
            assertThat(shelf.answer(wanted(checksum, total)).getRefusal()).contains("offset " + total);
            assertThat(shelf.answer(wanted("0".repeat(64), 0)).getRefusal()).contains(checksum, "0000");
        }
        assertThat(parts).isGreaterThan(3);
        Path archive = Files.write(folder.resolve("got.zip"), bytes.toByteArray());
        ContentArchive.unpack(archive, folder.resolve("got/set/small"));
        assertThat(WorkloadCatalog.open(folder.resolve("got")).checksums()).containsEntry("set/small", checksum);
    }

    /** A cleaner of temporary folders, a full disk, or a copy that was cut off: no restart is needed. */
    @Test
    void an_archive_that_is_gone_or_cut_off_is_made_anew() throws Exception {
        workload();
        WorkloadCatalog catalog = WorkloadCatalog.open(folder.resolve("workloads"));
        String checksum = String.valueOf(catalog.checksums().get("set/small"));
        Path archives = folder.resolve("archives");
        Path archive = archives.resolve(checksum + ".zip");
        Files.createDirectories(archives);
        Files.writeString(archive, "of a program that was killed");
        Files.writeString(archives.resolve(checksum + ".zip.part"), "of a disk that was full");
        try (ContentServer shelf = ContentServer.over(catalog, archives)) {
            ContentPart first = shelf.answer(wanted(checksum, 0));
            assertThat(first.getRefusal()).isEmpty();
            byte[] whole = Files.readAllBytes(archive);

            Files.writeString(archives.resolve(checksum + ".zip.part"), "in the way");
            Files.delete(archive);
            assertThat(shelf.answer(wanted(checksum, 0))).isEqualTo(first);
            assertThat(archive).hasBinaryContent(whole);

            Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
            ContentPart last = shelf.answer(wanted(checksum, whole.length - 1));
            assertThat(last.getRefusal()).isEmpty();
            assertThat(last.getData().byteAt(0)).isEqualTo(whole[whole.length - 1]);

            try (var files = Files.list(archives)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(archives);
            assertThat(shelf.answer(wanted(checksum, 0))).isEqualTo(first);
            try (var files = Files.list(archives)) {
                assertThat(files).containsExactly(archive);
            }
        }
        assertThat(archives).doesNotExist();
    }

    /** What cannot be packed now may be packed later. */
    @Test
    void a_packing_that_failed_is_tried_again() throws Exception {
        Path workload = workload();
        WorkloadCatalog catalog = WorkloadCatalog.open(folder.resolve("workloads"));
        String checksum = String.valueOf(catalog.checksums().get("set/small"));
        Path archives = folder.resolve("archives");
        try (ContentServer shelf = ContentServer.over(catalog, archives)) {
            Files.createDirectories(archives.resolve(checksum + ".zip.part"));
            Path inTheWay =
                    Files.writeString(archives.resolve(checksum + ".zip.part").resolve("x"), "x");
            assertThat(shelf.answer(wanted(checksum, 0)).getRefusal()).contains("the controller cannot read it");
            Files.delete(inTheWay);
            assertThat(shelf.answer(wanted(checksum, 0)).getRefusal()).isEmpty();
        }
        assertThat(workload).exists();
    }

    private static ContentRequest wanted(String checksum, long offset) {
        return ContentRequest.newBuilder()
                .setWorkload("set/small")
                .setChecksum(checksum)
                .setOffset(offset)
                .build();
    }

    @Test
    void equal_folders_give_equal_bytes() throws Exception {
        Path workload = workload();
        ContentArchive.pack(workload, folder.resolve("one.zip"));
        Files.setLastModifiedTime(workload.resolve("workload.yaml"), FileTime.fromMillis(0));
        ContentArchive.pack(workload, folder.resolve("two.zip"));
        assertThat(folder.resolve("two.zip")).hasSameBinaryContentAs(folder.resolve("one.zip"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../out",
                "a/../../out",
                "/etc/out",
                "a\\..\\out",
                "c:out",
                "./out",
                "a//out",
                "folder/",
                "bell\u0007"
            })
    void a_name_that_leads_elsewhere_is_refused(String name) throws Exception {
        Path archive = archive(name, new byte[] {1});
        assertThatThrownBy(() -> ContentArchive.unpack(archive, folder.resolve("in/deep")))
                .isInstanceOf(ContentException.class)
                .hasMessageContaining("expected: a path below");
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)).containsExactly(archive);
        }
    }

    @Test
    void a_decompression_bomb_is_stopped() throws Exception {
        Path archive = folder.resolve("bomb.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (int i = 0; i <= 10_000; i++) {
                zip.putNextEntry(new ZipEntry("f" + i));
            }
        }
        assertThatThrownBy(() -> ContentArchive.unpack(archive, folder.resolve("in")))
                .isInstanceOf(ContentException.class)
                .hasMessageContaining("more than 10000 files");
    }

    @Test
    void truncated_or_changed_archives_are_reported_as_damaged() throws Exception {
        byte[] content = new byte[100_000];
        new Random(4).nextBytes(content);
        Path archive = archive("file", content);
        byte[] whole = Files.readAllBytes(archive);

        Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
        isBroken(archive, "cut");
        whole[whole.length / 2] ^= 0x55;
        Files.write(archive, whole);
        isBroken(archive, "spoilt");
    }

    private void isBroken(Path archive, String into) {
        assertThatThrownBy(() -> ContentArchive.unpack(archive, folder.resolve(into)))
                .isInstanceOf(ContentException.class)
                .hasMessageContaining("archive: damaged");
    }

    private Path archive(String name, byte[] content) throws IOException {
        Path archive = folder.resolve("hostile.zip");
        try (OutputStream out = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
        }
        return archive;
    }
}
