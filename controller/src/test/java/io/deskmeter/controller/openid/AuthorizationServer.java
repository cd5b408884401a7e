package io.deskmeter.controller.openid;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/**
 * A provider of OpenID Connect: Spring Authorization Server, on a port of this machine, with a page on which anna, ben
 * and carl log in.
 */
public final class AuthorizationServer implements AutoCloseable {
    public static final String CLIENT = "desk";
    public static final String SECRET = "a secret of the client";
    public static final String PASSWORD = "of the provider";

    private static final BCryptPasswordEncoder CHEAP = new BCryptPasswordEncoder(4);

    private final State state = new State();
    private final int port;
    private AnnotationConfigServletWebServerApplicationContext context;

    public AuthorizationServer() {
        context = start(0);
        port = Objects.requireNonNull(context.getWebServer()).getPort();
    }

    /** What tests change. */
    private static final class State {
        // Made once: a pair takes a second.
        static final RSAKey KEY = key("the key");
        /** Of somebody else, who says that it is the other one. */
        static final RSAKey FORGED = key("the key");

        final Map<String, List<String>> groups = new ConcurrentHashMap<>();
        final List<String> requests = new CopyOnWriteArrayList<>();
        volatile boolean signsWithForged;
        volatile Consumer<JwtEncodingContext> lie = context -> {};

        private static RSAKey key(String id) {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
                generator.initialize(2048);
                KeyPair pair = generator.generateKeyPair();
                return new RSAKey.Builder((RSAPublicKey) pair.getPublic())
                        .privateKey(pair.getPrivate())
                        .keyID(id)
                        .build();
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private AnnotationConfigServletWebServerApplicationContext start(int wanted) {
        AnnotationConfigServletWebServerApplicationContext made =
                new AnnotationConfigServletWebServerApplicationContext();
        made.registerBean(State.class, () -> state);
        made.registerBean(TomcatServletWebServerFactory.class, () -> {
            TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(wanted);
            factory.addConnectorCustomizers(connector -> connector.setProperty("address", "127.0.0.1"));
            return factory;
        });
        made.register(Beans.class);
        made.refresh();
        return made;
    }

    private static String encoded(String password) {
        return "{bcrypt}" + CHEAP.encode(password);
    }

    public String issuer() {
        return "http://127.0.0.1:" + port;
    }

    /** Lets it send browsers back to a controller. */
    public void register(String redirect) {
        register(redirect, true);
    }

    void register(String redirect, boolean secret) {
        RegisteredClient.Builder client = RegisteredClient.withId("1")
                .clientId(CLIENT)
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .redirectUri(redirect)
                .scope("openid")
                .scope("profile")
                .clientSettings(ClientSettings.builder().requireProofKey(true).build());
        if (secret) {
            client.clientSecret(encoded(SECRET))
                    .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
        } else {
            client.clientAuthenticationMethod(ClientAuthenticationMethod.NONE);
        }
        context.getBean(InMemoryRegisteredClientRepository.class).save(client.build());
    }

    /** Forgets groups, lies and requests. */
    void reset() {
        state.groups.clear();
        state.requests.clear();
        state.signsWithForged = false;
        state.lie = context -> {};
    }

    /** Says in which groups somebody is. */
    public void groups(String user, String... groups) {
        state.groups.put(user, List.of(groups));
    }

    /** What it says in ID tokens beside the truth. */
    void lie(Consumer<JwtEncodingContext> lie) {
        state.lie = lie;
    }

    void signWithForgedKey(boolean forged) {
        state.signsWithForged = forged;
    }

    /** Requests so far, as {@code POST /oauth2/token}. */
    List<String> requests() {
        return List.copyOf(state.requests);
    }

    void stop() {
        context.close();
    }

    void startAgain() {
        context = start(port);
    }

    @Override
    public void close() {
        context.close();
    }

    /** Not a configuration: those of this package would become parts of the controller. */
    @EnableWebMvc
    @EnableWebSecurity
    static class Beans {
        @Bean
        ServletRegistrationBean<DispatcherServlet> servlet(AnnotationConfigServletWebServerApplicationContext context) {
            return new ServletRegistrationBean<>(new DispatcherServlet(context), "/");
        }

        @Bean
        DelegatingFilterProxyRegistrationBean security() {
            return new DelegatingFilterProxyRegistrationBean("springSecurityFilterChain");
        }

        @Bean
        FilterRegistrationBean<Filter> counter(State state) {
            FilterRegistrationBean<Filter> counter = new FilterRegistrationBean<>((request, response, chain) -> {
                HttpServletRequest http = (HttpServletRequest) request;
                state.requests.add(http.getMethod() + " " + http.getRequestURI());
                chain.doFilter(request, response);
            });
            counter.setOrder(Integer.MIN_VALUE);
            return counter;
        }

        @Bean
        @Order(1)
        SecurityFilterChain provider(HttpSecurity http) {
            http.oauth2AuthorizationServer(server -> {
                http.securityMatcher(server.getEndpointsMatcher());
                server.oidc(Customizer.withDefaults());
            });
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .exceptionHandling(refusals ->
                            refusals.authenticationEntryPoint(new LoginUrlAuthenticationEntryPoint("/login")))
                    .build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain page(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .build();
        }

        /**
         * A cheap one: a provider encodes a password anew that is kept in another way, and then checks it so with each
         * request.
         */
        @Bean
        PasswordEncoder passwords() {
            return new DelegatingPasswordEncoder("bcrypt", Map.of("bcrypt", CHEAP));
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(Stream.of("anna", "ben", "carl")
                    .<UserDetails>map(name ->
                            User.withUsername(name).password(encoded(PASSWORD)).build())
                    .toList());
        }

        @Bean
        RegisteredClientRepository clients() {
            return new InMemoryRegisteredClientRepository(RegisteredClient.withId("0")
                    .clientId("another")
                    .clientSecret(encoded("another secret"))
                    .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                    .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                    .build());
        }

        @Bean
        JWKSource<SecurityContext> published() {
            return new ImmutableJWKSet<>(new JWKSet(State.KEY));
        }

        @Bean
        JwtEncoder encoder(State state) {
            JWKSource<SecurityContext> signing = (selector, context) ->
                    selector.select(new JWKSet(state.signsWithForged ? State.FORGED : State.KEY));
            return new NimbusJwtEncoder(signing);
        }

        @Bean
        JwtDecoder decoder(JWKSource<SecurityContext> published) {
            return OAuth2AuthorizationServerConfiguration.jwtDecoder(published);
        }

        @Bean
        AuthorizationServerSettings settings() {
            return AuthorizationServerSettings.builder().build();
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> claims(State state) {
            return context -> {
                if (context.getTokenType().getValue().equals(OidcParameterNames.ID_TOKEN)) {
                    Authentication user = Objects.requireNonNull(context.getPrincipal());
                    String name = user.getName();
                    List<String> groups = state.groups.get(name);
                    if (groups != null) {
                        context.getClaims().claim("groups", groups);
                    }
                    context.getClaims().claim("preferred_username", name);
                    state.lie.accept(context);
                }
            };
        }
    }
}
