package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.testsupport.docs.GeneratedSection;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.ValidateResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new store is what all migrations make. */
@Tag("slow")
class NewStoreTest {
    private static final Path SCRIPT = Path.of("src", "main", "resources", "db", "new-store.sql");

    private static final Pattern INDEX = Pattern.compile("^CREATE (?:UNIQUE )?INDEX \"public\"\\.\"(\\w+)\"");

    private static final String INDEXES = """
            with indexes as (
                select i.table_name, i.index_name, i.is_generated,
                    listagg(c.column_name, ', ') within group (order by c.ordinal_position) as columns
                from information_schema.indexes i
                join information_schema.index_columns c
                    on c.index_schema = i.index_schema and c.index_name = i.index_name
                where i.index_schema = 'public'
                group by i.table_name, i.index_name, i.is_generated)
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /**
     * Its statements, as H2 prints them; when a migration was run, and for how long, is left out. H2 makes an index for
     * a foreign key where there is none, so those that a migration has made beside such an index come last. Rows are
     * inserted one by one: H2 begins a further statement after so many bytes, and the times of migrations differ in
     * length.
     */
    private static String statements(String url) throws SQLException {
        Set<String> last = new HashSet<>(query(url, INDEXES + """
                select one.index_name from indexes one
                join indexes other on one.table_name = other.table_name and one.columns = other.columns
                where not one.is_generated and other.is_generated
                """));
        List<String> all = query(url, "script simple nopasswords nosettings").stream()
                .map(statement -> statement
                        .lines()
                        .map(String::stripTrailing)
                        .filter(line -> !line.isEmpty() && !line.startsWith("--") && !line.equals(";"))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining()))
                .toList();
        return Stream.of(false, true)
                .flatMap(comesLast -> all.stream().filter(statement -> comesLast == last.contains(indexOf(statement))))
                .collect(Collectors.joining())
                .replaceAll("'', TIMESTAMP '[^']*', \\d+, TRUE\\)", "'', CURRENT_TIMESTAMP, 0, TRUE)");
    }

    /** The name of the index that a statement makes; empty for others. */
    private static String indexOf(String statement) {
        Matcher made = INDEX.matcher(statement);
        return made.find() ? made.group(1) : "";
    }

    /** Those that H2 makes itself, too: the columns of each. */
    private static List<String> indexes(String url) throws SQLException {
        return query(url, INDEXES + """
                select table_name || ': ' || case when is_generated then 'generated' else index_name end || ' of ' || columns
                from indexes order by 1
                """);
    }

    private static List<String> query(String url, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private String url(String name) throws IOException {
        try (DataDirectory data = DataDirectory.take(folder.resolve(name))) {
            return data.jdbcUrl();
        }
    }

    private static Flyway flyway(String url) {
        return Flyway.configure().dataSource(url, null, null).load();
    }

    /** Run with {@code -Dupdate.docs=true} after a migration was added. */
    @Test
    void theScriptMakesWhatAllMigrationsMake() throws Exception {
        String migrated = url("migrated");
        flyway(migrated).migrate();
        GeneratedSection.checkFile(SCRIPT, statements(migrated));
    }

    @Test
    void aStoreOfTheScriptIsValidAndHasNothingPending() throws Exception {
        String made = url("made");
        NewStore.create(made);
        assertThat(statements(made)).contains("\"installation\"(");
        String migrated = url("migrated");
        flyway(migrated).migrate();
        assertThat(statements(made)).isEqualTo(statements(migrated));
        // Reproducer: three were missing, and a later migration could not have dropped others.
        assertThat(indexes(made)).hasSizeGreaterThan(60).isEqualTo(indexes(migrated));
        ValidateResult valid = flyway(made).validateWithResult();
        assertThat(valid.validationSuccessful).as(valid.getAllErrorMessages()).isTrue();
        assertThat(flyway(made).info().pending()).isEmpty();
    }
}
