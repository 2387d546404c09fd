package sim

// referenceDemand returns the demand of the known autoscaling file: tokens in
// flight, one every 20 s from 0 to 300 s.
func referenceDemand() []float64 {
	return []float64{
		48_000, 52_000, 74_000, 108_000, 142_000, 168_000, 176_000, 172_000,
		160_000, 144_000, 124_000, 102_000, 84_000, 68_000, 56_000, 50_000,
	}
}

// The SLOs between which the flags of the known file leave its own, ms: 409.01
// was no breach and 502.27, in the last digit printed, was one. It states none.
const (
	ReferenceSLOLow  = 409.01
	ReferenceSLOHigh = 502.26
)

// ReferenceReactive returns the inputs of the file's reactive_gpu_util timeline.
// The SLO of 500 ms is our reading: the file states none, and its own flags
// leave 409.01 to 502.27 ms.
func ReferenceReactive() Config {
	return Config{
		Demand: referenceDemand(), Interval: 20, ReplicaCapacity: 18_000, InitialReady: 4, Min: 4,
		ColdStart: SlowColdStart(), TargetRatio: 0.80, SLO: 500,
		Policy: Reactive{Threshold: 0.85}, Coefficients: ReferenceCoefficients(),
	}
}

// ReferenceLeading returns the inputs of the file's leading_kv_and_velocity timeline.
func ReferenceLeading() Config {
	c := ReferenceReactive()
	c.ColdStart, c.Standby, c.Policy = FastColdStart(), 2, Leading{MaxColdBoots: 3}
	return c
}

// SlowColdStart returns the file's profile of a start from nothing, 180 s.
func SlowColdStart() ColdStart {
	return coldStartPhases("unoptimized_container_and_safetensors_init",
		Phase{"node_alloc_and_image_pull", 75}, Phase{"cuda_context_and_nccl_init", 35}, Phase{"remote_weight_download_and_mmap", 70})
}

// FastColdStart returns the file's profile of a prepared start, 22 s.
func FastColdStart() ColdStart {
	return coldStartPhases("pre_pulled_image_plus_object_memory_tensor_stream",
		Phase{"warm_container_init", 4}, Phase{"cuda_graph_cache_restore", 6}, Phase{"direct_nvme_or_rdma_tensor_stream", 12})
}
