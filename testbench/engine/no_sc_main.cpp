/// For a program with a main() of its own: libsystemc.so wants this one, and nothing is simulated with it.
extern "C" int sc_main(int, char**) { return 0; }
