package format

// smallScaleOut is a whole scale-out analysis of two runs, invented.
const smallScaleOut = `{
  "schema": "stable-upstream-multi-replica-analysis-v1",
  "business_question": "Does it hold?",
  "answer": "It does.",
  "claim_boundary": "Two runs only.",
  "rows": [
    {"run_name": "one", "replicas": 1, "repeat": 1, "requests": 100, "http_200": 99, "http_non_200": 1,
     "offered_rps_per_gpu": 2.5, "served_rps_per_gpu": 2.4, "premium_burst_p95_ttft_ms": 300.5,
     "premium_burst_p99_ttft_ms": 410, "premium_burst_p95_tpot_ms": 15.25, "standard_burst_p95_ttft_ms": 600,
     "max_epp_queue": 3.0, "max_vllm_waiting": 2, "max_kv_cache_pct": 40.5, "preemptions": 0.0, "epp_restarted": false},
    {"run_name": "ten", "replicas": 10, "repeat": 1, "requests": 1000, "http_200": 1000, "http_non_200": 0,
     "offered_rps_per_gpu": 2.5, "served_rps_per_gpu": 2.5, "premium_burst_p95_ttft_ms": 280,
     "premium_burst_p99_ttft_ms": 390, "premium_burst_p95_tpot_ms": 14, "standard_burst_p95_ttft_ms": 590,
     "max_epp_queue": 1, "max_vllm_waiting": 0, "max_kv_cache_pct": 38, "preemptions": 2, "epp_restarted": true}
  ],
  "topologies": {
    "10": {"runs": 1, "requests": 1000, "http_non_200": 0, "epp_restarted_runs": 1,
      "median_offered_rps_per_gpu": 2.5, "median_served_rps_per_gpu": 2.5, "median_premium_burst_p95_ttft_ms": 280,
      "median_premium_burst_p99_ttft_ms": 390, "median_premium_burst_p95_tpot_ms": 14, "median_standard_burst_p95_ttft_ms": 590,
      "median_max_epp_queue": 1.5, "median_max_vllm_waiting": 0, "median_max_kv_cache_pct": 38, "median_preemptions": 2},
    "1": {"runs": 1, "requests": 100, "http_non_200": 1, "epp_restarted_runs": 0,
      "median_offered_rps_per_gpu": 2.5, "median_served_rps_per_gpu": 2.4, "median_premium_burst_p95_ttft_ms": 300.5,
      "median_premium_burst_p99_ttft_ms": 410, "median_premium_burst_p95_tpot_ms": 15.25, "median_standard_burst_p95_ttft_ms": 600,
      "median_max_epp_queue": 3, "median_max_vllm_waiting": 2, "median_max_kv_cache_pct": 40.5, "median_preemptions": 0}
  },
  "decision": {
    "data_publishable": true,
    "scale_out_pass": false,
    "criteria": "No restarts.",
    "comparisons_to_one_replica": {
      "10": {"offered_rps_per_gpu_change_pct": 0, "offered_load_matched": true, "served_rps_per_gpu_change_pct": 4.17,
        "premium_burst_p95_ttft_change_pct": -6.82, "pass": false}
    }
  }
}
`

// smallAutoscaling is a whole document of the other kinds, invented.
const smallAutoscaling = `{
  "experiment": "small",
  "execution_mode": "measured on two hosts",
  "scenario_scope": "one ramp",
  "slo_p99_ttft_ms": 450,
  "cold_start_breakdown_seconds": {
    "cold": {"pull": 60, "load": 30.5, "total_seconds": 90.5}
  },
  "autoscaling_comparison": {
    "late": {
      "mode": "reactive", "cold_start_seconds": 90.5, "peak_kv_utilization": 1.25, "peak_p99_ttft_ms": 700.5,
      "max_ready_replicas": 5, "slo_breach_windows": 1,
      "timeline": [
        {"sec": 0, "demand_tokens": 9000, "ready_replicas": 4, "booting_replicas": 0, "demand_to_kv_capacity_ratio": 0.5,
         "kv_utilization": 0.5, "warm_standby_remaining": 1, "gpu_compute_utilization": 0.71, "p99_ttft_ms": 235, "slo_breached": false},
        {"sec": 20, "demand_tokens": 22500, "ready_replicas": 4, "booting_replicas": 1, "demand_to_kv_capacity_ratio": 1.25,
         "kv_utilization": 1.0, "warm_standby_remaining": 0, "gpu_compute_utilization": 0.99, "p99_ttft_ms": 700.5, "slo_breached": true}
      ]
    },
    "own": {
      "mode": "reactive", "cold_start_seconds": 5, "peak_kv_utilization": 0.5, "peak_p99_ttft_ms": 235,
      "max_ready_replicas": 4, "slo_breach_windows": 0, "slo_p99_ttft_ms": 300,
      "timeline": [
        {"slo_breached": false, "p99_ttft_ms": 235, "gpu_compute_utilization": 0.71, "warm_standby_remaining": 1,
         "kv_utilization": 0.5, "demand_to_kv_capacity_ratio": 0.5, "booting_replicas": 0, "ready_replicas": 4, "demand_tokens": 9000, "sec": 0}
      ]
    }
  },
  "canary_rollouts": {
    "build": {
      "completed_100_percent": false, "rolled_back": true, "final_canary_traffic_percent": 0, "rollback_reasons": ["slow"],
      "stages": [
        {"stage_percent": 5, "requests_evaluated": 250, "decision": "promote", "passed": true, "tpot_delta_ms": -1.5,
         "quality_drop": -0.001, "canary_error_rate": 0, "reasons": []},
        {"stage_percent": 25, "requests_evaluated": 900, "decision": "rollback_to_0_percent", "passed": false, "tpot_delta_ms": 9.5,
         "canary_tpot_ms": 38, "quality_drop": 0.01, "canary_error_rate": 0.002, "reasons": ["slow"]}
      ]
    }
  },
  "canary_gate_policy": {"max_tpot_regression_ms": 6, "max_tpot_ceiling_ms": 45, "max_quality_drop": 0.015, "max_error_rate": 0.005}
}
`
