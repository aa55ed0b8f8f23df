pkg/net_pkg.sv
random/lfsr_draws.sv
router/flit_fifo.sv
router/credit_counter.sv
queues/central_queue.sv
chaos/packet_terminal.sv
exchange/exchange_switch.sv
exchange/exchange_router.sv
