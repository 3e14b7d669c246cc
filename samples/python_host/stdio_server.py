"""How both sample hosts start the server that they pay."""

from mcp.client.stdio import StdioServerParameters


def parameters_of(endpoint):
    """What stdio_client starts for an endpoint of Kernel.endpoint. All of it counts in the server's
    identity: started otherwise, it would be another server."""
    return StdioServerParameters(
        command=endpoint.command[0],
        args=endpoint.command[1:],
        cwd=endpoint.cwd or None,
        env=endpoint.env or None,
    )
