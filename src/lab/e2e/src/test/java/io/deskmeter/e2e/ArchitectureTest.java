package io.deskmeter.e2e;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampleBuilder;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingBuilder;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.RunProfileBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The folder list is the architecture: the arrows of docs/how-it-works/architecture.md, and no others. */
@Tag("slow")
class ArchitectureTest {
    private static final String ROOT = "io.deskmeter.";
    /** What is not shipped. */
    private static final Set<String> LAB = Set.of("bench.", "testkit.", "testsupport.", "e2e.");

    private static final String LINUX = "io.deskmeter.agent.platform.linux..";
    private static final String WINDOWS = "io.deskmeter.agent.platform.windows..";

    /** The allowed dependencies of each part. */
    private static final Map<String, Set<String>> ARROWS = new TreeMap<>(Map.ofEntries(
            Map.entry("controller", Set.of("text", "workload", "measure", "evidence", "link")),
            Map.entry("agent", Set.of("text", "workload", "measure", "evidence", "link", "screen", "vision", "sound")),
            Map.entry("text", Set.of()),
            Map.entry("link", Set.of("text", "workload", "measure", "evidence")),
            Map.entry("evidence", Set.of("workload", "measure")),
            Map.entry("measure", Set.of("workload")),
            Map.entry("vision", Set.of("screen")),
            Map.entry("workload", Set.of()),
            Map.entry("screen", Set.of("text")),
            Map.entry("sound", Set.of("text")),
            Map.entry("workloads", Set.of("workload", "sound", "vision")),
            Map.entry("testsupport", Set.of()),
            Map.entry("testkit", Set.of("testsupport", "workload", "measure", "link", "screen", "vision", "sound")),
            Map.entry(
                    "bench",
                    Set.of(
                            "text",
                            "workload",
                            "measure",
                            "link",
                            "screen",
                            "vision",
                            "sound",
                            "testsupport",
                            "testkit",
                            "agent"))));

    /** In the order in which they are read. */
    private static final List<String> MEASURE = Stream.of(
                    "timing", "statistics", "point", "verdict", "search", "validity", "expect", "compare")
            .map(name -> "io.deskmeter.measure." + name)
            .toList();

    /** In the order in which they are read; the package above them stands on all, and is below what comes after it. */
    private static final List<String> VISION =
            below("io.deskmeter.vision", ".pixel", ".filter", ".verify", ".template", ".compare", ".tracking", "");

    private static final List<String> WORKLOAD = below(
            "io.deskmeter.workload", ".step", ".operation", ".metric", ".targets", "", ".run", ".plan", ".yaml..");
    private static final List<String> YAML = below(
            "io.deskmeter.workload.yaml",
            ".document",
            ".grammar",
            ".picture",
            ".workload",
            ".profile",
            ".targets",
            ".run",
            "");
    private static final List<String> MAKE = below("io.deskmeter.workloads.make", ".picture", ".format", "");
    private static final List<String> SOUND = below("io.deskmeter.sound.analysis", "", ".fidelity");
    private static final List<String> EVIDENCE =
            below("io.deskmeter.agent.evidence", ".tile", ".recorder", ".painter", "");
    private static final List<String> WATCH = below("io.deskmeter.agent.watch", ".window", ".landmark", "", ".probe");
    private static final List<String> REPORT =
            below("io.deskmeter.controller.report", "", ".compare", ".export", ".chart", ".document");

    private static final List<String> CLI =
            below("io.deskmeter.controller.cli", ".console", ".client", ".run", ".compare", ".service", ".admin", "");
    private static final List<String> ACCESS =
            below("io.deskmeter.controller.access", ".request", ".endpoint", ".caller", ".login", ".audit", "");

    private static final List<String> SESSION = below(
            "io.deskmeter.agent.session", ".app", ".desktop", ".control", ".result", ".handler", ".operation", "");

    private static final List<String> CLIENT = below("io.deskmeter.agent.client", ".identity", ".outbox", ".run", "");

    private static final List<String> RUN = below(
            "io.deskmeter.controller.run", ".mailbox", ".plan", ".fact", ".port", ".view", ".figure", ".machine", "");

    private static final List<String> STORE = below(
            "io.deskmeter.controller.store",
            ".folder",
            ".engine",
            ".lease",
            ".run",
            ".result",
            ".people",
            ".machine",
            ".retention",
            ".transfer",
            "");

    /** In the order in which they are read; the last ones are beside each other. */
    private static final List<String> LINK =
            below("io.deskmeter.link", ".codec", ".frame", ".peer", ".channel", ".server", ".client", ".delivery");

    private static final List<String> LINK_OTHERWISE =
            below("io.deskmeter.link", ".codec", ".frame", ".peer", ".channel", ".delivery", ".client", ".server");

    private static final int WIDE = 25;

    /** What is generated. */
    private static final Set<String> WIDE_PACKAGES = Set.of("io.deskmeter.link.v1");

    private static final List<String> WEB_FIRST = List.of("http", "document", "stream", "run");
    private static final List<String> WEB_BESIDE = List.of("result", "profile", "people", "machine", "documentation");
    private static final String WEB_LAST = "event";

    /**
     * Who may ask of a single timing whether it is a loss: running figures, charts of single responses, and the files
     * from which they are read again.
     */
    private static final Set<String> OF_SINGLE_TIMINGS = Set.of(
            "io.deskmeter.controller.columns.OutcomeCodes",
            "io.deskmeter.controller.report.export.TimingCsvReader",
            "io.deskmeter.controller.run.figure.LivePercentiles");

    private static JavaClasses ours;

    @BeforeAll
    static void read() {
        ours = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("io.deskmeter");
    }

    @Test
    void everyPartIsInTheRulesAndHasClasses() {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : ours) {
            String below = type.getPackageName().substring(ROOT.length());
            int dot = below.indexOf('.');
            found.add(dot < 0 ? below : below.substring(0, dot));
        }
        found.remove("e2e");
        assertThat(found)
                .as("parts found on the class path against parts that have a rule")
                .isEqualTo(ARROWS.keySet());
    }

    @Test
    void onlyTheAllowedArrowsExist() {
        ARROWS.forEach((part, allowed) -> {
            List<String> permitted = allowed.stream().map(p -> ROOT + p + "..").toList();
            String[] own = {ROOT + part + ".."};
            DescribedPredicate<JavaClass> foreign = resideInAPackage(ROOT + ".")
                    .and(DescribedPredicate.not(resideInAnyPackage(own)))
                    .and(DescribedPredicate.not(resideInAnyPackage(permitted.toArray(String[]::new))));
            ArchRule rule = noClasses()
                    .that()
                    .resideInAPackage(own[0])
                    .should()
                    .dependOnClassesThat(foreign)
                    .because("docs/how-it-works/architecture.md allows " + part + " to know " + allowed + " only");
            rule.check(ours);
        });
    }

    /**
     * A name that two classes of the product have says less than one, and a term of the glossary names one thing. A
     * class within another is told by the name of that one.
     */
    @Test
    void noTwoClassesOfTheProductHaveOneName() {
        Map<String, List<String>> classes = ours.stream()
                .filter(type -> type.isTopLevelClass()
                        && !type.getSimpleName().equals("package-info")
                        && LAB.stream().noneMatch(part -> (type.getPackageName() + ".").startsWith(ROOT + part))
                        && !type.getPackageName().startsWith(ROOT + "link.v1"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
        assertThat(classes).hasSizeGreaterThan(1_000);
        classes.values().removeIf(names -> names.size() == 1);
        assertThat(classes).isEmpty();
    }

    /** Their constructors take four instants and more of one type one after another, which nothing tells apart. */
    @Test
    void recordsOfManyValuesAreMadeByTheirNames() {
        Map<Class<?>, Class<?>> builders = Map.of(
                Timing.class, TimingBuilder.class,
                Sample.class, SampleBuilder.class,
                RunProfile.class, RunProfileBuilder.class);
        builders.forEach((made, builder) -> noClasses()
                .that()
                .doNotHaveFullyQualifiedName(builder.getName())
                .and()
                .doNotHaveFullyQualifiedName(made.getName())
                .should()
                .callConstructorWhere(target(owner(type(made))))
                .because("a " + made.getSimpleName() + " is made by " + builder.getSimpleName())
                .check(ours));
    }

    @Test
    void onlyVisionKnowsOpenCv() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.deskmeter.vision..", "io.deskmeter.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bytedeco..")
                .because("natives stay behind one interface, and off the controller; bench compares with the plain"
                        + " library")
                .check(ours);
    }

    @Test
    void onlyScreensAndWindowsKnowJna() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.deskmeter.screen.x11..", WINDOWS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.jna..")
                .because("native calls stay in packages that own their memory")
                .check(ours);
    }

    @Test
    void onlyItsPackageKnowsWindows() {
        noClasses()
                .that()
                .resideOutsideOfPackage(WINDOWS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.jna.platform.win32..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.nio.file.attribute.AclFileAttributeView")
                .because("what Windows alone has is behind the interfaces of agent.platform")
                .check(ours);
    }

    @Test
    void onlyProgramsChooseAPlatform() {
        noClasses()
                .that()
                .resideInAPackage("io.deskmeter.agent..")
                .and()
                .resideOutsideOfPackage("io.deskmeter.agent.platform..")
                .and()
                .haveSimpleNameNotEndingWith("Main")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("io.deskmeter.agent.platform.Platforms")
                .because("a program chooses its platform once and hands it on")
                .check(ours);
    }

    @Test
    void platformsAreKnownByTheirInterfaces() {
        noClasses()
                .that()
                .resideInAPackage("io.deskmeter..")
                .and()
                .resideOutsideOfPackages(LINUX, WINDOWS)
                .and()
                .doNotHaveFullyQualifiedName("io.deskmeter.agent.platform.Platforms")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LINUX, WINDOWS)
                .because("sessions, steps and watches work alike on every platform")
                .check(ours);
        noClasses()
                .that()
                .resideInAPackage(LINUX)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(WINDOWS)
                .because("a platform does not know the others")
                .check(ours);
        noClasses()
                .that()
                .resideInAPackage(WINDOWS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LINUX, "io.deskmeter.screen.x11..")
                .because("a platform does not know the others")
                .check(ours);
    }

    @Test
    void measuringDoesNotKnowThePlatform() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.deskmeter.agent.session..",
                        "io.deskmeter.agent.step..",
                        "io.deskmeter.agent.watch..",
                        "io.deskmeter.agent.sample..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.deskmeter.agent.platform..")
                .because("the path of one operation is the same on every platform")
                .check(ours);
    }

    @Test
    void workloadsAreCheckedWithoutADesktop() {
        noClasses()
                .that()
                .resideInAPackage("io.deskmeter.agent.lint..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.deskmeter.agent..")
                        .and(DescribedPredicate.not(resideInAPackage("io.deskmeter.agent.lint.."))))
                .because("what is found without running a workload needs its files and the finder only")
                .check(ours);
    }

    @Test
    void theAgentHasNoSpring() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.deskmeter.controller..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .because("an agent on a desktop must start fast and stay small")
                .check(ours);
    }

    @Test
    void onlyTheStoreKnowsADatabase() {
        noClasses()
                .that()
                .resideInAPackage("io.deskmeter.controller..")
                .and()
                .resideOutsideOfPackages("io.deskmeter.controller.store..", "io.deskmeter.controller.metrics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "org.springframework.jdbc..", "org.h2..", "org.postgresql..")
                .because("H2 and PostgreSQL are behind the store's classes; a run knows its journal only")
                .check(ours);
    }

    /** A copy of Java's own has another order in each process: reports of one run would differ from start to start. */
    @Test
    void recordsKeepTheirMapsInAnOrder() {
        noClasses()
                .that()
                .areRecords()
                .and()
                .resideInAnyPackage("io.deskmeter.controller..", "io.deskmeter.measure..")
                .should()
                .callMethod(Map.class, "copyOf", Map.class)
                .because("pages, reports and exports list them as they are")
                .check(ours);
    }

    @Test
    void runsDoNotKnowTheStore() {
        noClasses()
                .that()
                .resideInAPackage("io.deskmeter.controller.run..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.deskmeter.controller.store..")
                .because("controller.run defines what it needs of a store as interfaces")
                .check(ours);
    }

    @Test
    void theControllerHasNoScreens() {
        noClasses()
                .that()
                .resideInAPackage("io.deskmeter.controller..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.awt..", "javax.swing..", "com.sun.jna..", "org.bytedeco..")
                .because("what sees screens runs in agents")
                .check(ours);
    }

    @Test
    void nettyStaysInsideTheWireAndTheScreen() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.deskmeter.workload..",
                        "io.deskmeter.measure..",
                        "io.deskmeter.vision..",
                        "io.deskmeter.sound",
                        "io.deskmeter.sound.simulated..",
                        "io.deskmeter.sound.pulse.format..",
                        "io.deskmeter.agent.session..",
                        "io.deskmeter.agent.step..",
                        "io.deskmeter.controller.run..",
                        "io.deskmeter.controller.store..",
                        "io.deskmeter.controller.web..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .because("Netty types must not leak into what authors and the web see")
                .check(ours);
    }

    @Test
    void partsHaveNoCyclesBetweenTheirPackages() {
        for (String part : ARROWS.keySet()) {
            slices().matching(ROOT + part + ".(*)..")
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true)
                    .because("a package one can read alone")
                    .check(ours);
        }
    }

    @Test
    void theVirtualCardHasNoConnections() {
        slices().matching(ROOT + "sound.pulse.(*)..")
                .should()
                .beFreeOfCycles()
                .because("bytes, formats and the card can be read alone")
                .check(ours);
        noClasses()
                .that()
                .resideInAPackage("io.deskmeter.sound.pulse.card..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty.channel..", "io.netty.bootstrap..", "java.util.concurrent.locks..")
                .because("the card is a clock that its owner advances: it has no connection, thread or timer")
                .check(ours);
    }

    /** Java reads its own; the compiler of Eclipse refuses to choose, and so does one that compiles modules. */
    @Test
    void noLibraryHasPackagesOfJava() throws IOException {
        Set<String> ofJava = ModuleLayer.boot().modules().stream()
                .flatMap(module -> module.getPackages().stream().filter(module::isExported))
                .collect(Collectors.toSet());
        Map<String, Set<String>> both = new TreeMap<>();
        for (Path library : libraries()) {
            try (JarFile jar = new JarFile(library.toFile())) {
                jar.stream()
                        .map(JarEntry::getName)
                        .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/") && name.contains("/"))
                        .map(name -> name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                        .filter(ofJava::contains)
                        .forEach(name -> both.computeIfAbsent(
                                        library.getFileName().toString(), jars -> new TreeSet<>())
                                .add(name));
            }
        }
        assertThat(both)
                .as("libraries with packages that Java has (hint: exclude them in pom.xml)")
                .isEmpty();
    }

    private static List<Path> libraries() {
        List<Path> jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(part -> part.endsWith(".jar"))
                .map(Path::of)
                .toList();
        assertThat(jars).hasSizeGreaterThan(100);
        return jars;
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass type : ours) {
            boolean generated = type.getPackageName().equals("io.deskmeter.link.v1");
            if (!generated && !type.getPackage().isAnnotatedWith(NullMarked.class)) {
                unmarked.add(type.getPackageName());
            }
        }
        assertThat(unmarked).as("packages without @NullMarked").isEmpty();
    }

    /**
     * A pool or a timer of Java keeps what a task throws in a future that nobody reads; those of the agents report it.
     */
    @Test
    void agentsMakeThreadsInOnePlace() {
        noClasses()
                .that()
                .resideInAPackage("io.deskmeter.agent..")
                .and()
                .resideOutsideOfPackage("io.deskmeter.agent.concurrent")
                .should(ThreadRules.MAKE_THREADS)
                .because(
                        "io.deskmeter.agent.concurrent.AgentThreads makes them, and none of its threads can lose a Throwable")
                .check(ours);
    }

    /** As the agents' ones; the mailbox of runs counts its messages, and reports what they throw itself. */
    @Test
    void theControllerMakesThreadsInOnePlace() {
        noClasses()
                .that()
                .resideInAPackage("io.deskmeter.controller..")
                .and()
                .haveNameNotMatching("io\\.deskmeter\\.controller\\.faults\\.ControllerThreads(\\$.*)?")
                .and()
                .doNotHaveFullyQualifiedName("io.deskmeter.controller.run.mailbox.Mailbox")
                .should(ThreadRules.MAKE_THREADS)
                .because("ControllerThreads makes them, and none of its threads can lose a Throwable")
                .check(ours);
    }

    @Test
    void nobodyPrintsStackTraces() {
        noClasses()
                .should()
                .callMethod(Throwable.class, "printStackTrace")
                .because("a failure is a message with a remedy")
                .check(ours);
    }

    /** Files that this machine's own user or we ourselves wrote are no peers. */
    @Test
    void bytesOfPeersBecomeTextInOnePlace() {
        noClasses()
                .that()
                .resideInAnyPackage("io.deskmeter.screen..", "io.deskmeter.link..", "io.deskmeter.sound..")
                .and()
                .doNotHaveFullyQualifiedName("io.deskmeter.screen.x11.wire.Authority")
                .and()
                .doNotHaveFullyQualifiedName("io.deskmeter.screen.program.Openbox")
                .should()
                .callConstructor(String.class, byte[].class, Charset.class)
                .orShould()
                .callConstructor(String.class, byte[].class, int.class, int.class, Charset.class)
                .orShould()
                .callMethod("io.netty.buffer.ByteBuf", "toString", "java.nio.charset.Charset")
                .orShould()
                .callMethod("io.netty.buffer.ByteBuf", "toString", "int", "int", "java.nio.charset.Charset")
                .orShould()
                .callMethod(Charset.class, "decode", ByteBuffer.class)
                .because("a terminal obeys what a peer sends unless io.deskmeter.text.PeerText has made it printable")
                .check(ours);
    }

    @Test
    void conclusionsArePure() {
        noClasses()
                .that()
                .resideInAnyPackage("io.deskmeter.measure..", "io.deskmeter.workload.plan..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.concurrent..", "java.nio.channels..", "java.net..")
                .because("conclusions are pure functions: no thread, no input or output")
                .check(ours);
    }

    /** As the description of {@code io.deskmeter.measure} says. */
    @Test
    void measurementIsReadInOneOrder() {
        eachStandsOnThoseBefore(MEASURE);
    }

    private static List<String> below(String above, String... names) {
        return Stream.of(names).map(name -> above + name).toList();
    }

    @Test
    void widePackagesThatWereSplitAreReadInOneOrder() {
        for (List<String> order : List.of(
                VISION,
                WORKLOAD,
                YAML,
                MAKE,
                SOUND,
                EVIDENCE,
                WATCH,
                CLI,
                ACCESS,
                SESSION,
                CLIENT,
                RUN,
                STORE,
                LINK,
                LINK_OTHERWISE)) {
            eachStandsOnThoseBefore(order);
        }
    }

    /** As the description of {@code io.deskmeter.bench.sim} says. */
    @Test
    void simulatedAgentsAreReadInOneOrder() {
        eachStandsOnThoseBefore(
                below("io.deskmeter.bench", ".controller", ".sim.desktop", ".sim.agent", ".sim.synthetic"));
    }

    /** As the description of {@code io.deskmeter.bench.av} says. */
    @Test
    void checksOfSoundAndPictureAreReadInOneOrder() {
        eachStandsOnThoseBefore(below("io.deskmeter.bench.av", ".check", ".file", ".simulated", ".live", ""));
    }

    /** A package that is no longer wide must leave the list. */
    @Test
    void noOtherPackageIsWide() {
        Map<String, Long> classes = ours.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        classes.values().removeIf(count -> count <= WIDE);
        assertThat(classes.keySet()).containsExactlyInAnyOrderElementsOf(WIDE_PACKAGES);
    }

    /** As the description of {@code io.deskmeter.controller.report} says. */
    @Test
    void reportsAreReadInOneOrder() {
        eachStandsOnThoseBefore(REPORT);
    }

    /** As the description of {@code io.deskmeter.controller.web} says. */
    @Test
    void restIsReadInOneOrder() {
        for (String beside : WEB_BESIDE) {
            List<String> order = new ArrayList<>(WEB_FIRST);
            order.add(beside);
            WEB_BESIDE.stream().filter(other -> !other.equals(beside)).forEach(order::add);
            order.add(WEB_LAST);
            eachStandsOnThoseBefore(order.stream()
                    .map(name -> "io.deskmeter.controller.web." + name)
                    .toList());
        }
    }

    private static void eachStandsOnThoseBefore(List<String> order) {
        for (int i = 0; i + 1 < order.size(); i++) {
            noClasses()
                    .that()
                    .resideInAPackage(order.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(order.subList(i + 1, order.size()).toArray(String[]::new))
                    .because("each of them stands on those before it alone: " + order)
                    .check(ours);
        }
    }

    @Test
    void nobodyElseCountsForItself() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.deskmeter.measure..")
                .and(DescribedPredicate.describe(
                        "are none of " + OF_SINGLE_TIMINGS,
                        type -> !OF_SINGLE_TIMINGS.contains(
                                type.getBaseComponentType().getName())))
                .should()
                .callMethod(Outcome.class, "isLoss")
                .orShould()
                .callMethod(Outcome.class, "counts")
                .orShould()
                .callMethod(Response.class, "of", Timing.class)
                .because(
                        "one account says what was planned and how it ended: who reads raw timings to judge"
                                + " makes a second set of rules; ask LoadPointSummary, or add the class to the list with its reason")
                .check(ours);
    }

    @Test
    void nothingReadsTheClockBehindTheBack() {
        classes()
                .that()
                .resideInAnyPackage(
                        "io.deskmeter.measure..",
                        "io.deskmeter.vision..",
                        "io.deskmeter.sound..",
                        "io.deskmeter.agent.session..",
                        "io.deskmeter.agent.step..",
                        "io.deskmeter.controller.run..")
                .should(ClockRules.NOT_READ_A_CLOCK)
                .because("clocks are injected, so that tests run in virtual time")
                .check(ours);
    }
}
